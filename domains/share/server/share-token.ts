import { createHash } from 'node:crypto'
import type { CodeOf } from '@kaopei/contract'
import { type Db, enterCompany } from '@kaopei/server'
import { linkState } from '../contract/link-row.ts'
import { randomText } from './random-text.ts'
import {
  countTokenUse,
  findLivingToken,
  findTokenOwner,
  insertToken,
  revokeTokens,
  type StoredToken,
  updateTokenHash,
} from './token.sql.ts'

export interface WantedToken {
  readonly companyId: string
  readonly actorId: string
  /** What the token is for: `upload`, `dataScreen`. A token of one kind never serves as another. */
  readonly kind: string
  /** The one thing that it opens. */
  readonly subjectId: string
  readonly title: string
  readonly expiresAt: Date
  /** What the opened page needs to know; not secret to whoever has the token's row. */
  readonly facts?: Readonly<Record<string, unknown>>
}

export type ShareToken = Pick<
  StoredToken,
  'id' | 'companyId' | 'kind' | 'subjectId' | 'title' | 'facts' | 'createdBy' | 'expiresAt'
>

/** A key to one public page about one subject. The token itself is answered once and kept nowhere. */
export async function createShareToken(db: Db, wanted: WantedToken): Promise<{ id: string; token: string }> {
  const token = randomText(22)
  const id = await insertToken(db, { ...wanted, facts: wanted.facts ?? {}, tokenHash: hashOf(token) })
  return { id, token }
}

/**
 * What a token given by anybody opens; undefined for one that is wrong, of another kind, expired or revoked: all the same to the caller.
 * Enters the token's company in the running transaction, which began without one.
 */
export async function readShareToken(
  db: Db,
  { token, kind, now }: { token: string; kind: string; now: Date },
): Promise<ShareToken | undefined> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return undefined
  const owner = await findTokenOwner(db, hashOf(token))
  if (!owner) return undefined
  await enterCompany(db, owner.companyId)
  return findLivingToken(db, { id: owner.id, kind, now })
}

/** Another token for the same link, if it lives: the one before opens nothing any more. */
export async function renewShareToken(
  db: Db,
  { id, kind, now }: { id: string; kind: string; now: Date },
): Promise<string | undefined> {
  const token = randomText(22)
  return (await updateTokenHash(db, { id, kind, now, tokenHash: hashOf(token) })) ? token : undefined
}

/** How a link stands, as its list shows it. */
export function linkStateOf(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): CodeOf<typeof linkState> {
  if (revokedAt) return linkState.revoked
  return expiresAt && expiresAt <= now ? linkState.expired : linkState.living
}

/** Once for each opening of the page, so that whoever shared it sees that it was used. */
export async function noteTokenUse(db: Db, token: Pick<ShareToken, 'companyId' | 'id'>, now: Date): Promise<void> {
  await countTokenUse(db, token.id, now)
}

/** One token by its id, or every token of a subject. Answers how many it closed. */
export async function revokeShareTokens(
  db: Db,
  { kind, now, ...which }: { kind: string; now: Date } & ({ id: string } | { subjectId: string }),
): Promise<number> {
  const id = 'id' in which ? which.id : null
  const subjectId = 'subjectId' in which ? which.subjectId : null
  return revokeTokens(db, { kind, now, id, subjectId })
}

function hashOf(token: string): string {
  return createHash('sha256').update(`share:${token}`).digest('hex')
}
