/** To the clipboard; false where the browser forbids it. Intranets often serve plain http, where only the old way works. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside of an open dialog, which would take the focus back from elsewhere.
  const host = document.activeElement?.parentElement ?? document.body
  host.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
