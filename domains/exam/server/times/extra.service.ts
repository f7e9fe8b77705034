/** More time for some candidates of an exam that is going on, as whoever watches it gives. */
import type { DataScope, Db, Fail } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { lockedExam } from '../exam.service.ts'
import { overrideFrom } from '../rules/override.ts'
import { saveOverrides } from './overrides.service.ts'
import { selectPeople } from './overrides.sql.ts'

export interface ExtraTime {
  readonly companyId: string
  readonly examId: string
  readonly staffIds: readonly string[]
  readonly minutes: number
  readonly reason: string
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<
    (typeof examErrors)['cancelled' | 'unknownStaff' | 'groupOutOfScope' | 'groupRefused' | 'ownTimes' | 'overrideInverted']
  >
}

const mostExtraMinutes = 1440

/** On top of what each has of their own. Answers how many deadlines moved. */
export async function giveExtraTime(db: Db, { examId, minutes, ...change }: ExtraTime): Promise<number> {
  const { now, fail, staffIds, scope } = change
  const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
  const people = await selectPeople(db, { examId, staffIds, scope })
  const extraOf = ({ stored }: (typeof people)[number]) => (stored && overrideFrom(stored).extraMinutes) ?? 0
  let moved = 0
  for (const [extra, alike] of Map.groupBy(people, extraOf)) {
    const extraMinutes = Math.min(extra + minutes, mostExtraMinutes)
    const given = { ...change, exam, staffIds: alike.map(({ id }) => id), groupIds: [] }
    moved += (await saveOverrides(db, given, { extraMinutes })).recomputedCount
  }
  return moved
}
