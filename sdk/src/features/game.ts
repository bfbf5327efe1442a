import type { CallOptions, OwnRequest } from '../connection.ts'
import { Feature } from './feature.ts'

type Fields = Record<string, unknown>

/** The game's own routes, which its code on the server has. What they take and answer is between the two. */
export class GameRoutes extends Feature {
  get = <T = Fields>(path: string, fields?: object, options?: CallOptions) =>
    this.#send<T>('GET', path, fields, options)

  post = <T = Fields>(path: string, fields?: object, options?: CallOptions) =>
    this.#send<T>('POST', path, fields, options)

  put = <T = Fields>(path: string, fields?: object, options?: CallOptions) =>
    this.#send<T>('PUT', path, fields, options)

  patch = <T = Fields>(path: string, fields?: object, options?: CallOptions) =>
    this.#send<T>('PATCH', path, fields, options)

  delete = <T = Fields>(path: string, fields?: object, options?: CallOptions) =>
    this.#send<T>('DELETE', path, fields, options)

  #send<T>(method: OwnRequest['method'], path: string, fields = {}, options?: CallOptions) {
    return this.parts.callOwn<T>({ method, path, fields }, options)
  }
}
