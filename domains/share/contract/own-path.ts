/**
 * Where a short link may lead: a page of this product, as path with query and fragment. Anything that a browser, a proxy or a decoder
 * could read as another place is refused, so that a link of ours can never send people to somebody else's site.
 */
const base = 'https://own.invalid'
const longest = 2000

/** The path as it is kept, or undefined for anything else. `ownOrigin` is taken off a full address of this very site. */
export function ownPathOf(given: string, ownOrigin?: string): string | undefined {
  const text = ownOrigin !== undefined && given.startsWith(`${ownOrigin}/`) ? given.slice(ownOrigin.length) : given
  if (text.length > longest || !isPlainPath(text)) return undefined
  const url = URL.parse(text, base)
  if (url?.origin !== base || url.username || url.password) return undefined
  const path = url.pathname + url.search + url.hash
  return isPlainPath(path) && !isOfTheMachine(url.pathname) ? path : undefined
}

/** One slash in front, and nothing that reads differently once decoded, however often. */
function isPlainPath(text: string): boolean {
  if (!text.startsWith('/')) return false
  const end = text.search(/[?#]/)
  let path = end < 0 ? text : text.slice(0, end)
  if (hasOddCharacter(text)) return false
  for (let round = 0; round < 5; round++) {
    if (path.startsWith('//') || path.includes('\\') || hasOddCharacter(path) || /(^|\/)\.\.?(\/|$)/.test(path)) return false
    const decoded = decodedOnce(path)
    if (decoded === undefined) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

/** Control characters, white space and invisible signs: browsers drop some of them and then read what is left. */
function hasOddCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text) || !text.isWellFormed()
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Not pages: calls, files behind signed addresses, other short links, and the page that leads on. */
function isOfTheMachine(pathname: string): boolean {
  return /^\/(api|init|files|s|redirect|assets|healthz|readyz|metrics)(\/|$)/i.test(decodedOnce(pathname) ?? pathname)
}

/** A share token is a key: an address that holds one is handed on as it is and kept nowhere. */
export function carriesToken(path: string): boolean {
  return URL.parse(path, base)?.searchParams.has('token') ?? false
}
