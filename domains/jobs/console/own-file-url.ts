import { cut } from '@kaopei/contract'

/**
 * The address of a file of our own, or undefined for anything else: other hosts in any disguise, other schemes, other paths.
 * Signed file links are the only addresses that answer files, so only they are fetched.
 */
export function ownFileUrl(given: string | null, origin: string): string | undefined {
  if (!given) return undefined
  const url = URL.parse(given, origin)
  if (url?.origin !== origin || url.username || url.password) return undefined
  return /^\/files\/[\w.-]+$/.test(url.pathname) ? url.pathname : undefined
}

/** A name that saves as one file: no folders, no characters that hide its ending. */
export function safeName(given: string | null): string {
  const last = (given ?? '').split(/[\\/]/).pop() ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}<>:|?*"]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return cut(clean, 150) || '下载文件'
}
