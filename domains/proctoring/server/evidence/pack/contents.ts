/** What goes into a pack, but for the bytes of recordings: texts, in their order. */
import { canonicalJson } from '@kaopei/contract'
import type { Db } from '@kaopei/server'
import { receiptOf, recordedEvents, recordedRevisions, recordedStanding } from '@kaopei/sitting/server'
import { verdictLabels, verdictReasonText } from '../../../contract/verdicts/verdict-codes.ts'
import { selectFrames } from '../../review/recording.sql.ts'
import { selectAnomalies } from '../../verdicts/anomaly.sql.ts'
import { selectAppealFiles } from '../../verdicts/appeal-file.sql.ts'
import { selectSteps } from '../../verdicts/verdict.sql.ts'
import type { RowWithId } from '../chain.ts'
import { handInSeal } from '../hand-in-seal.ts'
import { type PieceFacts, pieceFacts } from '../piece-facts.sql.ts'
import { findRebuilding } from '../rebuilding.sql.ts'
import { rowOfEvent, rowOfPiece } from '../record-rows.ts'
import { sealAttempts } from '../seal.service.ts'
import { findNight, type NightRow, selectSeals } from '../seal.sql.ts'
import { selectLookRows, selectMarkRows, selectReadyFilms, selectSightRows } from './contents.sql.ts'

export interface PackText {
  readonly path: string
  readonly text: string
}

export interface PackContents {
  readonly startedAt: Date
  readonly texts: readonly PackText[]
  readonly pieces: readonly PieceFacts[]
  readonly appealFiles: readonly PackedAppealFile[]
  readonly frames: readonly PackedFrame[]
  readonly films: Awaited<ReturnType<typeof selectReadyFilms>>
  /** What the candidate's page shows. */
  readonly handInHead: string | null
  readonly seals: readonly { readonly number: number; readonly count: number; readonly head: string; readonly at: string }[]
  readonly nights: readonly { readonly payload: string; readonly signature: string; readonly key: string; readonly at: string }[]
}

/** What has come since the last link is sealed first: nothing is in a pack that its chain does not know. */
export async function contentsOfPack(
  db: Db,
  attemptId: string,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<PackContents> {
  await sealAttempts(db, [attemptId], now)
  const standing = await recordedStanding(db, attemptId)
  if (!standing) throw new Error(`attempt ${attemptId} has gone`)
  const events = await recordedEvents(db, [attemptId])
  const pieces = await pieceFacts(db, [attemptId])
  const seals = await selectSeals(db, [attemptId])
  const rows = new Map([...events.map(rowOfEvent), ...pieces.map(rowOfPiece)].map((row): [string, RowWithId] => [row.id, row]))
  const sealed = new Set(seals.flatMap(({ rowIds }) => rowIds))
  const chained = seals.flatMap(({ rowIds }) => rowIds.map((id) => rows.get(id)?.row))
  const revisions = (await recordedRevisions(db, attemptId)).map((revision) => ({
    ...revision,
    // Those that counted were acknowledged by this receipt.
    receipt: revision.kind === 'save' ? receiptOf(secret, { attemptId, ...revision }) : null,
  }))
  const nights = await nightsOf(db, [...new Set(seals.flatMap(({ nightId }) => nightId ?? []))])
  const { pauses, items, ...attempt } = standing
  let count = 0
  return {
    startedAt: standing.startedAt,
    texts: [
      textOf('attempt.json', { ...attempt, pauses, items }),
      { path: 'chain.jsonl', text: chained.map((row) => `${canonicalJson(row)}\n`).join('') },
      textOf('events.json', events),
      textOf('revisions.json', revisions),
      textOf('marks.json', await selectMarkRows(db, attemptId)),
      textOf('anomalies.json', await selectAnomalies(db, attemptId)),
      textOf('verdicts.json', await verdictsOf(db, attemptId)),
      textOf('looks.json', await selectLookRows(db, attemptId)),
      textOf('sights.json', await selectSightRows(db, attemptId)),
      textOf('rebuilding.json', (await findRebuilding(db, attemptId)) ?? null),
      ...nights.flatMap(({ night: { payload, signature, publicKey } }, index) => [
        { path: `nights/${index + 1}.json`, text: payload },
        { path: `nights/${index + 1}.sig`, text: signature },
        { path: `nights/${index + 1}.pem`, text: publicKey },
      ]),
    ],
    pieces: pieces.filter(({ id, sizeBytes }) => sizeBytes > 0 && sealed.has(id)),
    appealFiles: await appealFilesOf(db, attemptId),
    frames: await framesOf(db, attemptId),
    films: await selectReadyFilms(db, attemptId),
    handInHead: handInSeal(standing.submittedAt, seals)?.head ?? null,
    seals: seals.map(({ number, rowIds, head, at }) => {
      count += rowIds.length
      return { number, count, head, at: at.toISOString() }
    }),
    nights: nights.map(({ night }, index) => ({
      ...{ payload: `nights/${index + 1}.json`, signature: `nights/${index + 1}.sig`, key: `nights/${index + 1}.pem` },
      at: night.at.toISOString(),
    })),
  }
}

async function nightsOf(db: Db, ids: readonly string[]): Promise<{ night: NightRow }[]> {
  const found: { night: NightRow }[] = []
  for (const id of ids) {
    const night = await findNight(db, id)
    if (night) found.push({ night })
  }
  return found
}

async function verdictsOf(db: Db, attemptId: string) {
  const files = await appealFilesOf(db, attemptId)
  return (await selectSteps(db, attemptId)).map(({ verdict, reasonCode, ...step }) => ({
    ...step,
    files: files.filter(({ number }) => number === step.number).map(({ name, sizeBytes, path }) => ({ name, sizeBytes, path })),
    verdict: verdict && verdictLabels[verdict],
    reason: verdictReasonText(reasonCode),
  }))
}

export interface PackedAppealFile {
  readonly number: number
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
  readonly path: string
}

/** What candidates have laid before whoever decides, under names that are ours: theirs may be anything. */
async function appealFilesOf(db: Db, attemptId: string): Promise<PackedAppealFile[]> {
  const places = new Map<number, number>()
  return (await selectAppealFiles(db, attemptId)).map((file) => {
    const place = (places.get(file.number) ?? 0) + 1
    places.set(file.number, place)
    const ending = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'bin'
    return { ...file, path: `appeals/${file.number}-${place}.${ending}` }
  })
}

export interface PackedFrame {
  /** By which marks name it. */
  readonly id: string
  readonly fileId: string
  readonly path: string
}

/** What was cut from films: marks rest on it. */
async function framesOf(db: Db, attemptId: string): Promise<PackedFrame[]> {
  return (await selectFrames(db, attemptId)).map(({ id, fileId, source }, index) => ({
    ...{ id, fileId },
    path: `frames/${sourceNames[source]}-${index + 1}.jpg`,
  }))
}

/** As files of recordings are named. */
export const sourceNames: Readonly<Record<1 | 2 | 3, string>> = { 1: 'screen', 2: 'first', 3: 'second' }

function textOf(path: string, value: unknown): PackText {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` }
}
