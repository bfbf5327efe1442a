export const camel = (text: string) =>
  text.replaceAll(/[^a-z0-9]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())

export const pascal = (text: string) => camel(`.${text}`)
