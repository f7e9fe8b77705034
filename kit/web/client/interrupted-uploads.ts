import { md5 } from '@noble/hashes/legacy.js'

const prefix = 'kp-upload:'
/** The server gives an upload up that nobody has gone on with for so long. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * Uploads that were interrupted, by the file's own marks: choosing the same file again goes on where it stopped, also after the browser was closed or a
 * phone threw the page away. An id opens nothing to anybody else, and of the file's name nothing can be read.
 */
export const interrupted = {
  get: (marks: string): string | undefined => read(prefix + marks)?.uploadId,
  set: (marks: string, uploadId: string): void => {
    forgetOld()
    write(prefix + marks, `${uploadId} ${Date.now()}`)
  },
  delete: (marks: string): void => write(prefix + marks, undefined),
}

export function marksOf({ name, size, lastModified }: File, purpose: string): string {
  const bytes = md5(new TextEncoder().encode(`${purpose}:${name}:${size}:${lastModified}`))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function read(key: string): { uploadId: string; at: number } | undefined {
  try {
    const [uploadId, at] = localStorage.getItem(key)?.split(' ') ?? []
    return uploadId === undefined ? undefined : { uploadId, at: Number(at) }
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing begins anew. */
function write(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Then the upload goes on as long as its page is open.
  }
}

function forgetOld(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '')
    for (const key of keys.filter((one) => one.startsWith(prefix)))
      if ((read(key)?.at ?? 0) < Date.now() - keptMs) localStorage.removeItem(key)
  } catch {
    // Nothing is kept.
  }
}
