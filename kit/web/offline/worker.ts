/**
 * The service worker of a client that starts without network. It keeps one thing of its own: the page and the files of its build. Calls of the
 * protocol are never answered from here. While work is open on this device, its page comes from the build that it was begun with: an update
 * of the server does not reach into it; otherwise the network comes first, so that a visit has the newest build.
 */
import { buildCache, buildMark, isBuildCache, isOpenCache, takeOverWord } from './names.ts'

declare const __OFFLINE__: { version: string; scope: string; files: readonly string[] }

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', hear: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', hear: (event: AskEvent) => void): void
  addEventListener(type: 'message', hear: (event: LifeEvent & { readonly data: unknown }) => void): void
  skipWaiting(): Promise<void>
}

// The library of the DOM knows no service workers, and theirs no DOM; this file alone runs in one.
const worker = self as unknown as WorkerScope
const { version, scope, files } = __OFFLINE__
const patienceMs = 6000

worker.addEventListener('install', (event) => event.waitUntil(fill()))
worker.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => worker.clients.claim())))
worker.addEventListener('message', (event) => {
  if (event.data === takeOverWord) event.waitUntil(takeOver())
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pathname.startsWith(scope)) event.respondWith(page(request))
  } else if (pathname.startsWith(`${scope}assets/`)) event.respondWith(keptFirst(request))
  else if (request.destination === 'image' && pathname.startsWith('/files/')) event.respondWith(keptFirst(request))
})

/** Everything or nothing: half a build would start and then fail. */
async function fill(): Promise<void> {
  const cache = await caches.open(buildCache(version))
  const shell = await fetch(scope, { cache: 'reload', credentials: 'omit' })
  const html = await shell.clone().text()
  if (!shell.ok || !html.includes(version)) throw new Error('the server shows another build by now')
  await cache.addAll([...files])
  await cache.put(scope, shell)
}

async function takeOver(): Promise<void> {
  const isAnythingOpen = (await caches.keys()).some(isOpenCache)
  if (!isAnythingOpen) await worker.skipWaiting()
}

/** Builds that nothing open was begun with are of no use any more. */
async function tidy(): Promise<void> {
  const names = await caches.keys()
  const needed = new Set([version, ...(await openBuilds(names))].map(buildCache))
  await Promise.all(names.filter((name) => isBuildCache(name) && !needed.has(name)).map((name) => caches.delete(name)))
}

async function openBuilds(names: readonly string[]): Promise<string[]> {
  const marks = await Promise.all(
    names.filter(isOpenCache).map((name) => caches.match(buildMark, { cacheName: name }).then((mark) => mark?.text())),
  )
  return marks.filter((build) => build !== undefined)
}

async function page(request: Request): Promise<Response> {
  for (const build of await openBuilds(await caches.keys())) {
    const shell = await shellOf(build)
    if (shell) return shell
  }
  const own = await shellOf(version)
  if (!own) return fetch(request)
  const answer = await Promise.race([fetch(request).catch(() => undefined), later(patienceMs)])
  return answer && answer.status < 500 ? answer : own
}

const shellOf = (build: string) => caches.match(scope, { cacheName: buildCache(build) })

async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
