/** Where this machine reaches a server. One that listens on all addresses is reached on 127.0.0.1. */
export function localUrl(host: string, port: number | undefined): string {
  const is_wildcard = ['', '*', '0.0.0.0', '::', '[::]', '::0', '0:0:0:0:0:0:0:0'].includes(host)
  const name = is_wildcard ? '127.0.0.1' : host
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`
}
