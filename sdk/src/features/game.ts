import type { CallOptions, OwnRequest } from '../connection.ts'
import { Feature } from './feature.ts'

/** The game's own routes, which its code on the server has. What they take and answer is between the two. */
export class GameRoutes extends Feature {
  #with =
    (method: OwnRequest['method']) =>
    <T = Record<string, unknown>>(path: string, fields: object = {}, options?: CallOptions) =>
      this.parts.callOwn<T>({ method, path, fields }, options)

  get = this.#with('GET')
  post = this.#with('POST')
  put = this.#with('PUT')
  patch = this.#with('PATCH')
  delete = this.#with('DELETE')
}
