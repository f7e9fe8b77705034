/**
 * Uploads that this browser began by a link. A link takes as many at a time as files may still come, so whoever reloads the page in the middle
 * of one has to be able to give it up: the next upload comes in its place.
 */
const place = 'kp-unfinished-uploads'
const most = 20
/** Of this page: they may still go on. */
const ofThisPage = new Set<string>()

type Kept = readonly { readonly token: string; readonly uploadId: string }[]

export const unfinished = {
  add(token: string, uploadId: string): void {
    ofThisPage.add(uploadId)
    // What was left behind before has just been given up.
    write([...read().filter((one) => one.token !== token || ofThisPage.has(one.uploadId)), { token, uploadId }].slice(-most))
  },
  remove(token: string, uploadId: string): void {
    write(read().filter((one) => one.token !== token || one.uploadId !== uploadId))
  },
  leftBehind(token: string): string[] {
    return read().flatMap((one) => (one.token === token && !ofThisPage.has(one.uploadId) ? [one.uploadId] : []))
  },
}

function read(): Kept {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // Storage is refused or full: then an upload of before ends by itself within a day.
  }
}

function isKept(one: unknown): one is Kept[number] {
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof Reflect.get(one, 'token') === 'string' &&
    typeof Reflect.get(one, 'uploadId') === 'string'
  )
}
