/** The doors of evidence, for this room and those above it. */
import type { Db } from '@kaopei/server'
import { evidenceClass, type SourceKind } from '../../contract/codes.ts'
import type { EvidenceFacts } from '../../contract/evidence-facts.ts'
import { expiryOf } from '../rules/validity.ts'
import { derivePairs } from './derive.ts'
import {
  type EvidenceRow,
  holdPeople,
  insertEvidence,
  insertWithdrawals,
  type NewEvidence,
  type Pair,
  shownSkills,
  standingOfSources,
} from './evidence.sql.ts'

export interface Evidence extends Pair {
  /** Of `evidenceClass`. Exposure has no level; measured has null where no level was reached; the others have one. */
  readonly class: number
  /** 1..5 */
  readonly level: number | null
  readonly sourceKind: SourceKind
  /** What of that kind it is: an attempt, a result, a certificate. The same source again replaces what it said of the person and skill. */
  readonly sourceId: string
  /** How the source is called now; kept. */
  readonly title: string
  readonly facts?: EvidenceFacts | undefined
  readonly at: Date
  /** Null: without end. Left out: as long as the class is valid. */
  readonly expiresAt?: Date | null | undefined
  /** Null: by itself. */
  readonly recordedBy?: string | null | undefined
}

/**
 * Adds evidence. What a source said before of the same person and skill is taken back where it says something else now, and nothing happens where it says
 * the same: hearing a thing twice changes nothing. Skills that are not there, and groups of skills, are left out. Answers how many pieces were added.
 */
export async function recordEvidence(db: Db, evidence: readonly Evidence[], now: Date): Promise<number> {
  return settle(db, { evidence, isWhole: false, reason: '来源更新' }, now)
}

interface OfSources {
  readonly sourceKind: SourceKind
  readonly sourceIds: readonly string[]
  /** Shown beside what was taken back. */
  readonly reason: string
  /** Null: its source changed. */
  readonly by?: string | null | undefined
  /** Only of these people, and only these skills. */
  readonly staffIds?: readonly string[] | undefined
  readonly skillIds?: readonly string[] | undefined
}

/** Takes back what these sources say. Answers how many pieces. */
export async function withdrawEvidence(
  db: Db,
  { sourceKind, sourceIds, reason, by, staffIds, skillIds }: OfSources,
  now: Date,
): Promise<number> {
  const isMeant = ({ staffId, skillId }: Pair) => (staffIds?.includes(staffId) ?? true) && (skillIds?.includes(skillId) ?? true)
  const select = async () => (await standingOfSources(db, sourceKind, sourceIds)).filter(isMeant)
  const people = peopleOf(await select())
  if (people.length === 0) return 0
  await holdPeople(db, people)
  // What stands is known under the lock alone.
  const found = await select()
  await insertWithdrawals(db, { ids: found.map(({ id }) => id), reason, by: by ?? null }, now)
  await derivePairs(db, found, now)
  return found.length
}

interface Settling {
  readonly evidence: readonly Evidence[]
  /** These sources say nothing else: what else stands of them is taken back. */
  readonly isWhole: boolean
  /** Sources that may say nothing any more. */
  readonly sources?: { readonly kind: SourceKind; readonly ids: readonly string[]; readonly staffIds: readonly string[] }
  readonly reason: string
}

/** What sources say now, against what stands of them. */
export async function settle(db: Db, { evidence, isWhole, sources, reason }: Settling, now: Date): Promise<number> {
  const skills = await shownSkills(db, [...new Set(evidence.map(({ skillId }) => skillId))])
  const wished = evidence.filter(({ skillId }) => skills.has(skillId)).map(rowOf)
  await holdPeople(db, [...new Set([...peopleOf(wished), ...(sources?.staffIds ?? [])])])
  const standing = await standingOf(db, wished, sources)
  const { added, gone } = differenceOf(standing, wished, isWhole)
  await insertWithdrawals(db, { ids: gone.map(({ id }) => id), reason, by: null }, now)
  await insertEvidence(db, added, now)
  await derivePairs(db, [...gone, ...added], now)
  return added.length
}

async function standingOf(db: Db, wished: readonly NewEvidence[], sources: Settling['sources']): Promise<EvidenceRow[]> {
  const byKind = new Map<string, Set<string>>()
  const add = (kind: string, id: string) => byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id))
  for (const { sourceKind, sourceId } of wished) add(sourceKind, sourceId)
  for (const id of sources?.ids ?? []) if (sources) add(sources.kind, id)
  const found = []
  for (const [kind, ids] of byKind) found.push(...(await standingOfSources(db, kind, [...ids])))
  return found
}

const placeOf = ({ staffId, skillId, sourceKind, sourceId }: EvidenceRow | NewEvidence) =>
  [sourceKind, sourceId, staffId, skillId].join('|')

/** Whether the two say the same: titles and figures alone make no new evidence where level and time are as they were. */
const saysOf = (one: EvidenceRow | NewEvidence) =>
  JSON.stringify([
    one.class,
    one.level,
    one.at.toISOString(),
    one.expiresAt?.toISOString(),
    one.detail.scoreHundredths,
    one.detail.items,
  ])

function differenceOf(standing: readonly EvidenceRow[], wished: readonly NewEvidence[], isWhole: boolean) {
  const wish = new Map(wished.map((one) => [placeOf(one), one]))
  const same = new Set<string>()
  const gone = standing.filter((one) => {
    const place = placeOf(one)
    const wanted = wish.get(place)
    if (!wanted) return isWhole
    if (saysOf(wanted) !== saysOf(one)) return true
    same.add(place)
    return false
  })
  return { gone, added: [...wish].flatMap(([place, one]) => (same.has(place) ? [] : [one])) }
}

function rowOf({ facts, expiresAt, recordedBy, ...one }: Evidence): NewEvidence {
  const ends = expiresAt === undefined ? expiryOf(one.class, one.at) : expiresAt
  const level = one.class === evidenceClass.exposure ? null : one.level
  return { ...one, level, detail: facts ?? {}, expiresAt: ends, recordedBy: recordedBy ?? null }
}

const peopleOf = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ staffId }) => staffId))]
