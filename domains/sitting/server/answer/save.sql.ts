import { answer } from '@kaopei/question/contract/answer'
import { type Db, Gathering, rowsOfPrepared, type Statement } from '@kaopei/server'
import { z } from 'zod'
import { slotStatuses } from '../../contract/shapes.ts'
import type { ShownBrowser } from '../rules/safe-browser.ts'

/** What sitting.save_calls says of the attempt. */
const saveOutcomeRow = z.enum(['busy', 'notFound', 'unsafe', 'replaced', 'paused', 'closed', 'late', 'open'])
export type SaveOutcome = Exclude<z.output<typeof saveOutcomeRow>, 'busy'>

const savedRow = z.object({
  call: z.int(),
  outcome: saveOutcomeRow,
  due_at: z.date().nullable(),
  /** Null where there is no such attempt. */
  epoch: z.int().nullable(),
  slot: z.int().nullable(),
  /** Null as the slot is, where no answer was brought. */
  status: z.enum(slotStatuses).nullable(),
  rev: z.int().nullable(),
  saved_at: z.date().nullable(),
  hash: z.string().nullable(),
  current_answer: answer.nullable(),
})
export type SavedRow = z.output<typeof savedRow>

export interface Caller {
  readonly companyId: string
  readonly staffId: string
  readonly attemptId: string
  readonly leaseEpoch: number
  readonly now: Date
}

/** One call that saves: who writes, and the answers as `answerRow` makes them. */
export interface SaveCall extends Caller {
  readonly db: Db
  readonly items: readonly Record<string, unknown>[]
  readonly shown: ShownBrowser | undefined
}

const saveStatement: Statement = {
  name: 'sitting_save_calls',
  text: 'select * from sitting.save_calls($1, $2, $3, $4)',
}

/** Calls of one company that wait at the same time are one statement: written and committed together, and judged each for itself. */
const gathering = new Gathering<SaveCall, SavedRow[]>({
  most: 32,
  subjectOf: ({ attemptId }) => attemptId,
  run: saveCalls,
})

/** Saves answers durably, or keeps them as evidence, together with those of others; see the function in the database for every outcome. */
export function saveGathered(call: SaveCall): Promise<SavedRow[]> {
  return gathering.ask(call.companyId, call)
}

/** The same in the caller's transaction. */
export async function saveAlone(call: SaveCall): Promise<SavedRow[]> {
  return (await saveCalls([call], true))[0] ?? []
}

/** In the order of the calls; undefined where somebody else is at work on the attempt. */
async function saveCalls(calls: readonly SaveCall[], mayWait: boolean): Promise<(SavedRow[] | undefined)[]> {
  const [first] = calls
  if (!first) return []
  const callers = calls.map(({ staffId: staff, attemptId: attempt, leaseEpoch: epoch, now, shown }, call) => ({
    ...{ call, staff, attempt, epoch, now, shown },
  }))
  const items = calls.flatMap((one, call) => one.items.map((item) => ({ call, ...item })))
  const given = [first.companyId, JSON.stringify(callers), JSON.stringify(items), mayWait]
  const rows = await rowsOfPrepared(first.db, savedRow, saveStatement, given)
  const answers: SavedRow[][] = calls.map(() => [])
  for (const row of rows) answers[row.call]?.push(row)
  return answers.map((ofCall) => (ofCall[0]?.outcome === 'busy' ? undefined : ofCall))
}
