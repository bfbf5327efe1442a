import type { CallOptions, Input } from '../connection.ts'
import { PER_PAGE, pages } from '../pages.ts'
import { Feature } from './feature.ts'

/** The account of the signed-in player. */
export class Account extends Feature {
  /** Everything about the player, with the lists that a game needs at its start. */
  get = async (options?: CallOptions) =>
    this.parts.call('users.get', { id: this.parts.session.me() }, options)

  /** A guest becomes an account: the same player, with all they have. */
  upgrade(fields: { username?: string; email: string; password: string }, options?: CallOptions) {
    return this.change({ ...fields, password_confirmation: fields.password }, options)
  }

  change = async (fields: Omit<Input<'accounts.change'>, 'id'>, options?: CallOptions) =>
    this.parts.call('accounts.change', { id: this.parts.session.me(), ...fields }, options)

  /** Ends all other sessions of the player. */
  async changePassword(
    { current_password, password }: { current_password: string; password: string },
    options?: CallOptions,
  ) {
    const passwords = { current_password, password, password_confirmation: password }
    return this.parts.call(
      'accounts.changePassword',
      { id: this.parts.session.me(), ...passwords },
      options,
    )
  }

  /** Sends a mail with a link to choose a new password, if there is an account with this address. */
  forgotPassword(email: string, options?: CallOptions) {
    const { call, game_id, game_token } = this.parts
    return call('passwords.forgot', { id: game_id, game_token, email }, options)
  }

  /** With the token from the mail. */
  resetPassword({ token, password }: { token: string; password: string }, options?: CallOptions) {
    const { call, game_id } = this.parts
    const fields = { game_id, token, password, password_confirmation: password }
    return call('passwords.reset', fields, options)
  }

  emailVerification = async (options?: CallOptions) =>
    this.parts.call('emailVerification.get', { id: this.parts.session.me() }, options)

  /** Sends a mail with a link that verifies the address. */
  sendVerification = async (options?: CallOptions) =>
    this.parts.call('emailVerification.send', { id: this.parts.session.me() }, options)

  /** Where the player is signed in. */
  sessions = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('sessions.list', input, options)).sessions
    })

  endSession = (id: number, options?: CallOptions) =>
    this.parts.call('sessions.end', { id }, options)

  /** What staff have told the player, newest first, and whether they are muted. */
  warnings = async (options?: CallOptions) =>
    this.parts.call('moderation.warnings', { id: this.parts.session.me() }, options)

  /** Everything that the server has stored about the player. */
  export = async (options?: CallOptions) =>
    this.parts.call('accounts.export', { id: this.parts.session.me() }, options)

  /** For ever, with all they have. The player is signed out. */
  async delete(options?: CallOptions) {
    const { call, session } = this.parts
    const answer = await call('accounts.delete', { id: session.me() }, options)
    await session.end()
    return answer
  }
}
