/** Code has called `tx` with something that it does not take. */
export class WrongArgument extends TypeError {}
