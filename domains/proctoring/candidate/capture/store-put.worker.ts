/** The one script that may reach the bucket of recordings: its own content policy names it, and no page's does (apps/server/pages.ts). */
import type { StoreWish } from './store-way.ts'

const timeoutMs = 60_000

// The library of the DOM knows no workers, and theirs no DOM; this file alone runs in one.
const worker = self as unknown as {
  addEventListener(type: 'message', hear: (event: MessageEvent<StoreWish>) => void): void
  postMessage(told: { readonly id: number; readonly isThere: boolean }): void
}

worker.addEventListener('message', ({ data: { id, url, headers, body } }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  fetch(url, { method: 'PUT', body, headers, credentials: 'omit', priority: 'low', signal }).then(
    ({ ok }) => worker.postMessage({ id, isThere: ok }),
    () => worker.postMessage({ id, isThere: false }),
  )
})
