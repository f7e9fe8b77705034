/**
 * Writes anonymous sheets: shuffled, many in one transaction. Five always stay behind until the end, chosen at random, so that the last batch
 * has at least five too and no two states of the results differ by fewer. Of fewer than five in all nothing is ever opened.
 */
import { randomInt } from 'node:crypto'
import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { fewest } from '../../contract/results.ts'
import { visibleIn } from '../../contract/rules/visible-in.ts'
import { selectDefinition } from '../questionnaires/definition.sql.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { type Layout, packed } from '../rules/packing.ts'
import { isOver } from '../rules/status-at.ts'
import { openSheet } from './sealed-sheet.ts'
import { companiesToSettle, insertBatch, markSettled, selectToSettle, sheetCounts, takeSealed } from './sheet.sql.ts'

const enough = 2 * fewest
const mostAtOnce = 2000

export const settleSweep: Sweep = {
  name: 'questionnaire.settle',
  everySeconds: 20,
  run: async (services) => {
    const now = databaseNow()
    const companies = await inTransaction(services.pool, undefined, (db) => companiesToSettle(db, now, enough))
    for (const companyId of companies) await settleCompany(services, companyId, now)
  },
}

/** Until nothing is left that may be written; each round is a transaction. */
export async function settleCompany(services: RawServices, companyId: string, now: Date): Promise<void> {
  while (await inTransaction(services.pool, companyId, (db) => settleSome(db, services, now)));
}

async function settleSome(db: Db, services: RawServices, now: Date): Promise<boolean> {
  let hasMore = false
  for (const questionnaireId of await selectToSettle(db, now, enough)) {
    const found = await findQuestionnaire(db, questionnaireId)
    if (found && (await settleOne(db, services, { found, now }))) hasMore = true
  }
  return hasMore
}

/** Answers whether there is more to do. */
async function settleOne(db: Db, services: RawServices, { found, now }: { found: Questionnaire; now: Date }): Promise<boolean> {
  const { waiting, written } = await sheetCounts(db, found.id)
  const isLast = isOver(found, now)
  if (isLast && waiting + written < fewest) {
    await markSettled(db, found.id)
    return false
  }
  const may = isLast ? waiting : waiting - fewest
  const many = batchSize(may)
  if (many > 0 && found.layout && found.definitionId) {
    await writeBatch(db, services, { found, layout: found.layout, definitionId: found.definitionId, many, now })
  }
  if (isLast && many === waiting) await markSettled(db, found.id)
  return many < may
}

/** How many of those that may be written are written together: what is left is none, or enough for a batch of its own. */
export function batchSize(may: number): number {
  return may < mostAtOnce + fewest ? may : mostAtOnce
}

interface Batch {
  readonly found: Questionnaire
  readonly layout: Layout
  readonly definitionId: string
  readonly many: number
  readonly now: Date
}

async function writeBatch(db: Db, services: RawServices, { found, layout, definitionId, many, now }: Batch): Promise<void> {
  const { companyId } = db
  const definition = await selectDefinition(db, definitionId)
  const sheets = (await takeSealed(db, found.id, many)).flatMap(({ sheet }) => {
    const answers = openSheet(services, { companyId, questionnaireId: found.id }, sheet)
    if (!answers) return []
    const visible = visibleIn(definition, answers)
    return [{ answers: visible.kept, packed: packed(layout, visible) }]
  })
  shuffle(sheets)
  await insertBatch(db, { questionnaireId: found.id, definitionId, day: dayIn(now, await timeZoneOf(db)), sheets })
}

function shuffle(items: unknown[]): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const kept = items[last]
    items[last] = items[other]
    items[other] = kept
  }
}
