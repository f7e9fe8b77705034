import { toast } from './notify.tsx'

/** To the clipboard, and says whether it is there. */
export async function copyText(text: string): Promise<void> {
  if (await isCopied(text)) toast.success('复制成功')
  else toast.error('复制失败')
}

/** False where the browser forbids it. Intranets often serve plain http, where only the old way works. */
async function isCopied(text: string): Promise<boolean> {
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
  const isDone = document.execCommand('copy')
  area.remove()
  return isDone
}
