/**
 * Work that is open on this device and must be able to go on without network, in the build that it was begun with: for the service worker
 * (kit/web/offline), which an unsafe address (plain http) does not have. There everything here does nothing.
 */
import { buildMark, isOpenCache, keyOfOpenCache, openCache, takeOverWord } from '../offline/names.ts'

const hasCaches = () => typeof caches !== 'undefined'

/** Registers the worker of this build; a newer one that waits takes over as soon as nothing is open. */
export function startOffline(scope: string): void {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator) || !import.meta.env.PROD) return
  navigator.serviceWorker.register(`${scope}sw.js`, { scope, updateViaCache: 'none' }).then(
    (registration) => {
      letIn(registration)
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', () => letIn(registration))
      })
    },
    () => undefined, // no worker: the client works, it only does not start without network
  )
}

/** Keeps these files of the same origin, and from now on this build, until `endWork`. What cannot be kept is left out. */
export async function keepWork(key: string, files: readonly string[]): Promise<void> {
  if (!hasCaches()) return
  const cache = await caches.open(openCache(key))
  const build = document.querySelector('meta[name="kaopei-build"]')?.getAttribute('content') ?? ''
  if (!(await cache.match(buildMark))) await cache.put(buildMark, new Response(build))
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return
      const answer = await fetch(file, { credentials: 'omit' }).catch(() => undefined)
      if (answer?.ok) await cache.put(file, answer)
    }),
  )
}

export async function endWork(key: string): Promise<void> {
  if (!hasCaches()) return
  await caches.delete(openCache(key))
  if ('serviceWorker' in navigator) letIn(await navigator.serviceWorker.getRegistration())
}

/** Keys of all work that is open on this device. */
export async function openWork(): Promise<string[]> {
  return hasCaches() ? (await caches.keys()).filter(isOpenCache).map(keyOfOpenCache) : []
}

function letIn(registration: ServiceWorkerRegistration | undefined): void {
  registration?.waiting?.postMessage(takeOverWord)
}
