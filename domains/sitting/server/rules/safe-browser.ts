/**
 * Safe Exam Browser (safeexambrowser.org, developer pages). A header is the hex SHA-256 of the address that the browser asked for, without fragment, and
 * a key: of the configuration (`config`), or of browser and version (`request`). Of each kind that is asked for one key has to fit. What a browser calls
 * itself proves nothing. SQL has the same rule in `sitting.in_safe_browser`; safe-browser.test.ts holds both together.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const key = z.string().regex(/^[0-9a-f]{64}$/)
/** What an owner asks for; {}: nothing. */
export const safeKeys = z.object({ config: z.array(key).optional(), request: z.array(key).optional() })
export type SafeKeys = z.output<typeof safeKeys>

/** What a browser shows. `owner`: whose number used once this session has answered (`proofFor`). */
export interface ShownBrowser {
  readonly url: string
  readonly config?: string | undefined
  readonly request?: string | undefined
  readonly owner?: string | undefined
}

export function safeHash(url: string, safeKey: string): string {
  return createHash('sha256')
    .update(url.split('#')[0] ?? url)
    .update(safeKey)
    .digest('hex')
}

export function isSafeBrowser(keys: SafeKeys, ownerId: string, shown: ShownBrowser | undefined): boolean {
  if (shown?.owner === ownerId) return true
  return (['config', 'request'] as const).every((kind) => {
    const asked = keys[kind] ?? []
    return asked.length === 0 || asked.some((one) => shown !== undefined && safeHash(shown.url, one) === shown[kind])
  })
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value.toLowerCase() : undefined)

/** The headers that say something of a safe browser; undefined for every other browser. */
export function safeHeaders(
  headers: Headers,
): { config: string | undefined; request: string | undefined; proof: string | undefined } | undefined {
  const config = one(headers['x-safeexambrowser-configkeyhash'])
  const request = one(headers['x-safeexambrowser-requesthash'])
  const proof = typeof headers['x-kaopei-safe'] === 'string' ? headers['x-kaopei-safe'] : undefined
  return config === undefined && request === undefined && proof === undefined ? undefined : { config, request, proof }
}

export interface Proof {
  readonly ownerId: string
  readonly sessionId: string
  readonly until: Date
}

/** What a session gets that has answered a number used once: good for this session and owner alone. */
export function proofFor(secret: string, { ownerId, sessionId, until }: Proof): string {
  return `${ownerId}.${until.getTime()}.${signed(secret, `${ownerId}.${until.getTime()}.${sessionId}`)}`
}

/** Whose proof it is; undefined where it is none of this session, or over. */
export function ownerOfProof(
  secret: string,
  proof: string | undefined,
  { sessionId, now }: { sessionId: string; now: Date },
): string | undefined {
  const [ownerId = '', until = '', mark = ''] = proof?.split('.') ?? []
  if (!(Number(until) > now.getTime())) return undefined
  const expected = Buffer.from(signed(secret, `${ownerId}.${until}.${sessionId}`))
  const given = Buffer.from(mark)
  return given.length === expected.length && timingSafeEqual(given, expected) ? ownerId : undefined
}

function signed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`safe-browser\n${text}`).digest('base64url')
}
