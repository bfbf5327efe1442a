/** Game code that cannot be used, with its file, its line if it is known, and the reason. */
export class GameCodeProblem extends Error {
  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`)
    this.name = 'GameCodeProblem'
  }
}
