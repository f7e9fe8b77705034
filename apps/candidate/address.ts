import { createStore } from '@kaopei/web/client'

/** The path below /candidate, with its leading slash and without a trailing one. */
const base = '/candidate'

function read(): string {
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname
  return path.replace(/\/+$/, '') || '/'
}

export const address = createStore(read())
window.addEventListener('popstate', () => address.set(read()))

export function go(path: string): void {
  history.pushState(null, '', base + path)
  address.set(read())
  window.scrollTo({ top: 0 })
}

/** Goes to the login and remembers where to come back to. */
export function goToLogin(): void {
  const here = read()
  if (here === '/login') return
  go(`/login?back=${encodeURIComponent(here)}`)
}

/** Only a path of this client is a place to come back to. */
export function backPath(): string {
  const wanted = new URLSearchParams(location.search).get('back') ?? '/'
  return /^\/(?!\/)[\w/-]*$/.test(wanted) && wanted !== '/login' ? wanted : '/'
}
