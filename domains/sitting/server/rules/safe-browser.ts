/**
 * Safe Exam Browser (safeexambrowser.org, developer pages). A header is the hex SHA-256 of the address that the browser asked for, without fragment, and
 * a key: of the configuration (`config`), or of browser and version (`request`). Of each kind that is asked for one key has to fit. What a browser calls
 * itself proves nothing. SQL has the same rule in `sitting.in_safe_browser`; ../safe-browser.test.ts holds both together.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const key = z.string().regex(/^[0-9a-f]{64}$/)
/** What an owner asks for; {}: nothing. */
export const safeKeys = z.object({ config: z.array(key).optional(), request: z.array(key).optional() })
export type SafeKeys = z.output<typeof safeKeys>

/** What a browser shows. `proven`: what this session has shown by a number used once (`proofFor`). */
export interface ShownBrowser {
  readonly url: string
  readonly config?: string | undefined
  readonly request?: string | undefined
  readonly proven?: Proven | undefined
}

/** For whom keys were shown, and the marks of those keys: a key that is asked for no more proves nothing. */
export interface Proven {
  readonly ownerId: string
  readonly config?: string | undefined
  readonly request?: string | undefined
}

const kinds = ['config', 'request'] as const

export function safeHash(url: string, safeKey: string): string {
  return createHash('sha256')
    .update(url.split('#')[0] ?? url)
    .update(safeKey)
    .digest('hex')
}

export function isSafeBrowser(keys: SafeKeys, ownerId: string, shown: ShownBrowser | undefined): boolean {
  return kinds.every((kind) => {
    const asked = keys[kind] ?? []
    return asked.length === 0 || asked.some((one) => isShown(one, { kind, ownerId, shown }))
  })
}

interface Showing {
  readonly kind: (typeof kinds)[number]
  readonly ownerId: string
  readonly shown: ShownBrowser | undefined
}

function isShown(key: string, { kind, ownerId, shown }: Showing): boolean {
  if (shown === undefined) return false
  if (safeHash(shown.url, key) === shown[kind]) return true
  return shown.proven?.ownerId === ownerId && shown.proven[kind] === markOf(key)
}

/** By which a proof names a key without giving it away. */
function markOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The marks of the keys that fit what is shown. */
export function marksOfShown(keys: SafeKeys, ownerId: string, shown: ShownBrowser): Omit<Proven, 'ownerId'> {
  const fitting = kinds.map((kind) => {
    const key = keys[kind]?.find((one) => isShown(one, { kind, ownerId, shown }))
    return [kind, key === undefined ? undefined : markOf(key)] as const
  })
  return Object.fromEntries(fitting)
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

export interface Proof extends Proven {
  readonly sessionId: string
  readonly until: Date
}

/** What a session gets that has answered a number used once: good for this session and owner, as long as the keys that it has shown are asked for. */
export function proofFor(secret: string, { sessionId, until, ownerId, config = '', request = '' }: Proof): string {
  const told = [ownerId, until.getTime(), config, request].join('.')
  return `${told}.${signed(secret, `${told}.${sessionId}`)}`
}

/** What a proof says; undefined where it is none of this session, or over. */
export function provenBy(
  secret: string,
  proof: string | undefined,
  { sessionId, now }: { sessionId: string; now: Date },
): Proven | undefined {
  const [ownerId = '', until = '', config = '', request = '', mark = ''] = proof?.split('.') ?? []
  if (!(Number(until) > now.getTime())) return undefined
  const expected = Buffer.from(signed(secret, `${[ownerId, until, config, request].join('.')}.${sessionId}`))
  const given = Buffer.from(mark)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { ownerId, ...(config !== '' && { config }), ...(request !== '' && { request }) }
}

function signed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`safe-browser\n${text}`).digest('base64url')
}
