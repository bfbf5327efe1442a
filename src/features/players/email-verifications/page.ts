import { escape, page } from '../../../http/html.ts'

/** The page that the link in the mail opens. It needs a click, because programs that check mails open links too. */
export const verifyPage = (token: string) =>
  page(
    'Confirm your email address',
    `<h1>Confirm your email address</h1>
<form method="post" action="/verify_email"><input type="hidden" name="token" value="${escape(token)}">
<p><button>Confirm</button></p></form>`,
  )

export const messagePage = (message: string) => page('Playkeep', `<h1>${escape(message)}</h1>`)
