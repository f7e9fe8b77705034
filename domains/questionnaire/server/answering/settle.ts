/**
 * Writes anonymous sheets: shuffled, many in one transaction. Five always stay behind until the end, chosen at random, so that the last batch
 * has at least five too and no two states of the results differ by fewer. Of fewer than five in all nothing is ever opened. Sheets that this
 * server's secret does not open stay, and whatever is left waits with them, so that they can be written when the secret is back. Those that stay
 * are stirred: their rows are written again together, in no order.
 */
import { randomInt } from 'node:crypto'
import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Db, databaseNow, enqueue, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { fewest } from '../../contract/results.ts'
import { visibleIn } from '../../contract/rules/visible-in.ts'
import { selectDefinition } from '../questionnaires/definition.sql.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { rateJob } from '../results/rate.job.ts'
import { batchSize, enough, mayWrite } from '../rules/batches.ts'
import { type Layout, packed } from '../rules/packing.ts'
import { isOver } from '../rules/status-at.ts'
import { markOf, openSheet } from './sealed-sheet.ts'
import {
  companiesToSettle,
  deleteSealed,
  insertBatch,
  lockToSettle,
  markSettled,
  markUnopened,
  selectSealed,
  selectToSettle,
  sheetCounts,
  stirSealed,
  unopenedEverywhere,
} from './sheet.sql.ts'

const troubles = new Troubles('questionnaire.settle')

export const settleSweep: Sweep = {
  name: 'questionnaire.settle',
  everySeconds: 20,
  run: async (services) => {
    const now = databaseNow()
    const companies = await inTransaction(services.pool, undefined, (db) => companiesToSettle(db, now, enough))
    for (const companyId of companies)
      await troubles.guard(services, { companyId }, () => settleCompany(services, companyId, now))
  },
}

/** Reminds whoever runs the server, as long as there are any. */
export const unopenedSweep: Sweep = {
  name: 'questionnaire.unopened',
  everySeconds: 3600,
  run: async (services) => {
    const stuck = await inTransaction(services.pool, undefined, (db) => unopenedEverywhere(db, markOf(services)))
    for (const one of stuck) services.log.error(one, 'anonymous sheets were sealed with another KAOPEI_SECRET and wait for it')
  },
}

/** Until nothing is left that may be written; each batch of a questionnaire is a transaction. */
export async function settleCompany(services: RawServices, companyId: string, now: Date): Promise<void> {
  const { pool } = services
  for (const id of await inTransaction(pool, companyId, (db) => selectToSettle(db, now, enough)))
    await troubles.guard(services, { companyId, id }, async () => {
      while (await inTransaction(pool, companyId, (db) => settleLocked(db, services, { id, now })));
    })
}

/** One that another worker has in hand is passed over. */
async function settleLocked(db: Db, services: RawServices, { id, now }: { id: string; now: Date }): Promise<boolean> {
  if (!(await lockToSettle(db, id))) return false
  const found = await findQuestionnaire(db, id)
  return found !== undefined && (await settleOne(db, services, { found, now }))
}

/** Answers whether there is more to do. */
async function settleOne(db: Db, services: RawServices, { found, now }: { found: Questionnaire; now: Date }): Promise<boolean> {
  const { waiting, unopened, written } = await sheetCounts(db, found.id, markOf(services))
  const isLast = isOver(found, now)
  const awaited = found.leavesSealed ? 0 : unopened
  const may = mayWrite({ waiting, awaited, written, isLast })
  const many = batchSize(may)
  if (many > 0 && found.layout && found.definitionId) {
    const batch = { found, layout: found.layout, definitionId: found.definitionId, many, now }
    // The counts were others than it seemed.
    if (!(await writeBatch(db, services, batch))) return true
  }
  await stirSealed(db, found.id, markOf(services))
  const isAllOver = awaited === 0 || waiting + awaited + written < fewest
  if (isLast && isAllOver && waiting - many < fewest) {
    await markSettled(db, found.id)
    if (found.instructorId !== null) await enqueue(db, rateJob, db.companyId, { questionnaireId: found.id }, { key: found.id })
  }
  return many < may
}

interface Batch {
  readonly found: Questionnaire
  readonly layout: Layout
  readonly definitionId: string
  readonly many: number
  readonly now: Date
}

/** False where some of them could not be opened: then none is written, and those are not chosen again. */
async function writeBatch(db: Db, services: RawServices, { found, layout, definitionId, many, now }: Batch): Promise<boolean> {
  const { companyId } = db
  const where = { companyId, questionnaireId: found.id }
  const taken = await selectSealed(db, found.id, { mark: markOf(services), most: many })
  const opened = taken.map(({ id, sheet }) => ({ id, answers: openSheet(services, where, sheet) }))
  const unopened = opened.flatMap(({ id, answers }) => (answers ? [] : [id]))
  if (unopened.length > 0) {
    await markUnopened(db, unopened, markOf(services))
    services.log.error(
      { ...where, count: unopened.length },
      'anonymous sheets cannot be opened with this KAOPEI_SECRET and are kept',
    )
    return false
  }
  const definition = await selectDefinition(db, definitionId)
  const sheets = opened.flatMap(({ answers }) => {
    if (!answers) return []
    const visible = visibleIn(definition, answers)
    return [{ answers: visible.kept, packed: packed(layout, visible) }]
  })
  shuffle(sheets)
  await insertBatch(db, { questionnaireId: found.id, definitionId, day: dayIn(now, await timeZoneOf(db)), sheets })
  await deleteSealed(
    db,
    opened.map(({ id }) => id),
  )
  return true
}

function shuffle(items: unknown[]): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const kept = items[last]
    items[last] = items[other]
    items[other] = kept
  }
}
