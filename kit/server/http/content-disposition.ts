/** An attachment header for any file name: path parts, control and direction characters never reach the browser (RFC 6266, RFC 8187). */
export function contentDisposition(fileName: string): string {
  const safe = safeFileName(fileName)
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const longestName = 150

export function safeFileName(fileName: string): string {
  const base = fileName.split(/[\\/]/).pop() ?? ''
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:|?*"]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = clean.slice(0, clean.length - ending.length)
  // By characters: half of one could be written in no header.
  return [...stem].slice(0, longestName - ending.length).join('') + ending || '文件'
}
