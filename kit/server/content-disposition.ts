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

export function safeFileName(fileName: string): string {
  const base = fileName.split(/[\\/]/).pop() ?? ''
  const clean = base
    .replace(/[\p{Cc}\p{Cf}<>:|?*"]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return clean.slice(0, 150) || '文件'
}
