import { lookAddress, lookReady } from '@kaopei/sitting/contract/look'
import { call } from '@kaopei/web/client'
import { examPolicies } from '../../contract/candidate-policy.ts'

/** Opens the page of the sitting and hands it this candidate's sheet when it asks, also after a reload. Nothing of it is in an address. */
export function openLook(candidate: { examinationId: string; staffId: string }): void {
  const page = window.open(lookAddress, '_blank')
  if (!page) return
  const hear = async ({ source, origin, data }: MessageEvent) => {
    if (source !== page || origin !== location.origin || !lookReady.safeParse(data).success) return
    const told = await call(examPolicies.sheetAsCandidate, candidate).catch(() => undefined) // the client says what went wrong
    if (told) page.postMessage({ kind: 'kaopei-look-at', ...told }, location.origin)
    else page.close()
  }
  addEventListener('message', hear)
  const watch = setInterval(() => {
    if (!page.closed) return
    clearInterval(watch)
    removeEventListener('message', hear)
  }, 2000)
}
