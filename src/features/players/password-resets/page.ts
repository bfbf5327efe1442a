import { escape, page } from '../../../http/html.ts'

/** The page that the link in the mail opens. A plain form without scripts. */
export const resetPage = (token: string, problem = '') =>
  page(
    'Choose a new password',
    `<h1>Choose a new password</h1>${problem && `<p><strong>${escape(problem)}</strong></p>`}
<form method="post" action="/reset_password"><input type="hidden" name="token" value="${escape(token)}">
<p><label>New password<br><input type="password" name="password" autocomplete="new-password" minlength="6" required autofocus></label></p>
<p><label>Repeat the new password<br><input type="password" name="password_confirmation" autocomplete="new-password" minlength="6" required></label></p>
<p><button>Change the password</button></p></form>`,
  )

export const messagePage = (message: string) => page('Playkeep', `<h1>${escape(message)}</h1>`)
