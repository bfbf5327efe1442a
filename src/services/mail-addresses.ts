const ATOM = "[A-Za-z0-9_+'&=~*/?$#^{}-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])'

/**
 * One mailbox at one domain of the Internet, in ASCII: nothing that a mail program could read as a name, a comment or a
 * second address.
 */
export const MAIL_ADDRESS = `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`

const mail_address = new RegExp(MAIL_ADDRESS, 'u')

export const isMailAddress = (text: string) => text.length <= 254 && mail_address.test(text)

/**
 * Equal for addresses whose mails arrive in the same mailbox: whatever their case, what follows a plus sign and, at
 * Gmail, the dots.
 */
export function mailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const name = local.split('+')[0] || local
  const is_gmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return is_gmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
