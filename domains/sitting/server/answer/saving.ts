/** Saving answers as a save and a hand-in both do: the function's verdicts, with a receipt for each that counts. */

import { keepablePictures } from '@kaopei/files/server'
import { answerWithPictures, type Showing, secondsOfSitting, showing } from '@kaopei/question/server'
import type { Db, Services } from '@kaopei/server'
import type { z } from 'zod'
import type { SaveInput, saveOutput } from '../../contract/shapes.ts'
import type { ShownBrowser } from '../rules/safe-browser.ts'
import { answerRow, htmlOf } from './answer-row.ts'
import { receiptOf } from './receipt.ts'
import { type SaveCall, type SavedRow, type SaveOutcome, saveAlone, saveGathered } from './save.sql.ts'

export type SaveAnswer = z.input<typeof saveOutput>

export interface Writer {
  readonly companyId: string
  readonly staffId: string
  readonly attemptId: string
  readonly leaseEpoch: number
  readonly now: Date
  readonly services: Services
  /** Where the browser shows something of a safe one. */
  readonly shown: ShownBrowser | undefined
}

type Saved = { outcome: Exclude<SaveOutcome, 'notFound'>; answer: SaveAnswer } | undefined

/** For a call that is nothing but a save; `db`: single statements. Undefined: the person has no such attempt. */
export function saveItems(db: Db, writer: Writer, items: SaveInput['items']): Promise<Saved> {
  return saved(db, writer, { items, save: saveGathered })
}

/** The same as a part of the caller's transaction. */
export function saveItemsWithin(db: Db, writer: Writer, items: SaveInput['items']): Promise<Saved> {
  return saved(db, writer, { items, save: saveAlone })
}

async function saved(
  db: Db,
  writer: Writer,
  { items, save }: { items: SaveInput['items']; save: (call: SaveCall) => Promise<SavedRow[]> },
): Promise<Saved> {
  const { services, companyId, staffId, attemptId, leaseEpoch, now, shown } = writer
  const keepPicture = await keepablePictures(db, services, writer, { text: htmlOf(items), now })
  const rows = await save({
    ...{ db, companyId, staffId, attemptId, leaseEpoch, now, shown },
    items: items.map((item) => answerRow(item, keepPicture)),
  })
  const [first] = rows
  if (!first || first.outcome === 'notFound' || first.outcome === 'busy' || first.epoch === null) return undefined
  return { outcome: first.outcome, answer: saveAnswer(rows, { due: first.due_at, leaseEpoch: first.epoch }, writer) }
}

function saveAnswer(
  rows: readonly SavedRow[],
  { due, leaseEpoch }: Pick<SaveAnswer, 'leaseEpoch'> & { readonly due: Date | null },
  { attemptId, companyId, staffId, services, now }: Writer,
): SaveAnswer {
  const pictures = { ...showing(services, companyId, secondsOfSitting(due, now)), holderId: staffId }
  return { serverTime: now, due, leaseEpoch, slots: slotsOf(rows, attemptId, pictures) }
}

function slotsOf(rows: readonly SavedRow[], attemptId: string, pictures: Showing): SaveAnswer['slots'] {
  return rows.flatMap(({ slot, status, rev, saved_at: savedAt, hash, current_answer: theirs }) => {
    if (slot === null || status === null) return []
    const isSaved = rev !== null && savedAt !== null && hash !== null
    const receipt = isSaved ? receiptOf(pictures.services.secret, { attemptId, slot, rev, hash, savedAt }) : null
    const current = status === 'saved' ? null : theirs && answerWithPictures(theirs, pictures)
    return [{ slot, status, rev, savedAt, receipt, current }]
  })
}
