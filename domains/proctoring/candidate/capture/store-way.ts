/** The way of bytes into the bucket of recordings: by a script of its own, for the page itself may not reach it. */
import { z } from 'zod'
import type { Place } from './direct.ts'
import scriptUrl from './store-put.worker.ts?worker&url'

export interface StoreWish extends Place {
  readonly id: number
  readonly body: ArrayBuffer
}

const told = z.object({ id: z.int(), isThere: z.boolean() })

type Put = (place: Place, body: ArrayBuffer) => Promise<boolean>

/** The script's policy comes with it and is kept with it: another bucket is another address. */
const scripts = new Map<string, Put>()

/** False: the store did not take it. */
export function putToStore(place: Place, body: ArrayBuffer): Promise<boolean> {
  const { origin } = new URL(place.url)
  const put = scripts.get(origin) ?? begun(origin)
  scripts.set(origin, put)
  return put(place, body)
}

function begun(origin: string): Put {
  const script = new Worker(`${scriptUrl}?for=${encodeURIComponent(origin)}`, { type: 'module', name: 'recordings' })
  const waiting = new Map<number, (isThere: boolean) => void>()
  let last = 0
  script.addEventListener('message', ({ data }) => {
    const { id, isThere } = told.parse(data)
    waiting.get(id)?.(isThere)
    waiting.delete(id)
  })
  script.addEventListener('error', () => {
    scripts.delete(origin)
    for (const answer of waiting.values()) answer(false)
    waiting.clear()
    script.terminate()
  })
  return ({ url, headers }, body) =>
    new Promise((answer) => {
      const id = ++last
      waiting.set(id, answer)
      script.postMessage({ id, url, headers, body } satisfies StoreWish)
    })
}
