/** One piece's way to the server: a PUT to the signed address, with what its bytes are. */
import { z } from 'zod'
import type { Exchanged, ToldPiece } from './direct.ts'
import type { PieceBytes, PieceHead } from './piece.ts'

export type PutAnswer =
  | { readonly kind: 'kept'; readonly load?: number }
  /** Keep it, and come back. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number; readonly load?: number }
  | { readonly kind: 'failed'; readonly isStore?: boolean }
  /** In the store, and not acknowledged yet. */
  | { readonly kind: 'placed' }
  /** Sending it again would never help. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The address is not (any more) good. */
  | { readonly kind: 'over' }

const timeoutMs = 60_000
const refusing = new Set([400, 404, 409, 413, 415, 422])
const told = z.object({ load: z.int().optional(), data: z.object({ load: z.int() }).optional() })

export async function putPiece(address: string, head: PieceHead, { bytes, thumb }: PieceBytes): Promise<PutAnswer> {
  const place = `${address}/${head.source}/${head.kind}/${head.number}`
  const span = { from: String(Math.round(head.from)), until: String(Math.round(head.until)) }
  const query = new URLSearchParams({ ...span, sha256: await hashOf(bytes) })
  if (bytes.byteLength === 0) query.set('still', '1')
  const answer = await put(`${place}?${query}`, head.mediaType, bytes)
  if (answer.kind !== 'kept' || !thumb) return answer
  const small = await put(`${place}/thumb?${new URLSearchParams({ ...span, sha256: await hashOf(thumb) })}`, 'image/jpeg', thumb)
  // The picture is there; without its thumbnail it is shown all the same.
  return small.kind === 'refused' ? answer : small
}

async function put(url: string, mediaType: string, body: ArrayBuffer): Promise<PutAnswer> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      body,
      headers: { 'content-type': mediaType },
      credentials: 'omit',
      priority: 'low',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return answerOf(response)
  } catch {
    return { kind: 'failed' }
  }
}

const exchanged = z.object({
  data: z.object({
    arrived: z.array(z.enum(['kept', 'missing', 'later', 'refused'])),
    places: z.array(z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }).nullable()),
    load: z.int(),
  }),
})

/** Tells what has been put into the store, and asks for places for what comes next. */
export async function exchangePieces(
  address: string,
  told: { readonly arrived: readonly ToldPiece[]; readonly wanted: readonly ToldPiece[] },
): Promise<Exchanged> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: JSON.stringify(told),
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) {
      const { data } = exchanged.safeParse(await response.json())
      return data ? { kind: 'answered', ...data.data } : { kind: 'failed' }
    }
    const answer = await answerOf(response)
    return answer.kind === 'kept' || answer.kind === 'placed' ? { kind: 'failed' } : answer
  } catch {
    return { kind: 'failed' }
  }
}

async function answerOf(response: Response): Promise<PutAnswer> {
  const { status } = response
  const load = await loadOf(response)
  if (response.ok) return load === undefined ? { kind: 'failed' } : { kind: 'kept', load }
  if (status === 403 || status === 410) return { kind: 'over' }
  if (refusing.has(status)) return { kind: 'refused', status }
  if (status === 503 || status === 507 || status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 30)
    return { kind: 'busy', retryAfterMs: Math.min(300, Math.max(1, seconds || 30)) * 1000, ...(load !== undefined && { load }) }
  }
  return { kind: 'failed' }
}

/** Every answer of the server says it; a page that something on the way puts in its place does not. */
async function loadOf(response: Response): Promise<number | undefined> {
  try {
    const parsed = told.safeParse(await response.json())
    return parsed.data?.load ?? parsed.data?.data?.load
  } catch {
    return undefined
  }
}

export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
