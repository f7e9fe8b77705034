/** A dry run as it is shown: everybody whom it reaches, with both deadlines, in pages. */
import type { Db } from '@kaopei/server'
import type { PlannedClock, Untouched } from '@kaopei/sitting/server'
import type { z } from 'zod'
import { type IncidentCounts, type incident, incidentOutcome } from '../../contract/incidents/incident.ts'
import type { KeptPerson } from './incident.sql.ts'
import { selectNames } from './scope.sql.ts'

type KeptRow = z.input<typeof incident.people.output>['dataList'][number]
type Person = z.input<typeof incident.dryRun.output>['dataList'][number]

const whyWords: Record<Untouched, string> = {
  begunLater: '事件结束后才开始作答',
  handedIn: '考生自行交卷，不作改动',
  closedOtherwise: '收卷与该事件无关',
  marked: '已开始人工阅卷，不能重新开放',
  otherOpen: '已开始另一次作答，不能重新开放',
  noTimeLost: '没有损失作答时间',
  voided: '答卷已作废',
  closed: '已交卷，不作改动',
  sameDue: '截止时间不变',
  noticeKept: '剩余不足 2 分钟，不再缩短',
}
const causeWords: Readonly<Record<string, string>> = {
  timeout: '超时自动交卷',
  timeUp: '到时交卷',
  limit: '离开超限被收卷',
}

/** Those that are opened again first, those that nothing happens to last. */
const order: Record<number, number> = {
  [incidentOutcome.reopened]: 0,
  [incidentOutcome.stopped]: 1,
  [incidentOutcome.moved]: 2,
  [incidentOutcome.untouched]: 3,
}

export async function shownPlan(
  db: Db,
  { examId, planned, reached }: { examId: string; planned: readonly PlannedClock[]; reached: number },
  { pageIndex, pageSize, outcome }: { pageIndex: number; pageSize: number; outcome?: number | undefined },
): Promise<{ dataList: Person[]; totalCount: number; counts: IncidentCounts }> {
  const people = await selectNames(
    db,
    examId,
    planned.map(({ clock }) => clock.staffId),
  )
  const known = new Map(people.map((person) => [person.staffId, person]))
  const rows = planned
    .map((one) => rowOf(one, known.get(one.clock.staffId)))
    .filter((row) => outcome === undefined || row.outcome === outcome)
    .sort((one, other) => (order[one.outcome] ?? 9) - (order[other.outcome] ?? 9) || one.name.localeCompare(other.name, 'zh'))
  return {
    dataList: rows.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
    totalCount: rows.length,
    counts: countsOf(planned, reached),
  }
}

function rowOf({ clock, outcome }: PlannedClock, person: { name: string; department: string | null } | undefined): Person {
  const { attemptId, staffId, due: dueBefore, submitCause } = clock
  const whose = { attemptId, staffId, name: person?.name ?? '', department: person?.department ?? null, dueBefore }
  if (outcome.kind === 'untouched')
    return { ...whose, outcome: incidentOutcome.untouched, remark: whyWords[outcome.why], dueAfter: dueBefore, leftSeconds: null }
  const { due: dueAfter } = outcome
  if (outcome.kind === 'stopped') {
    const remark = '停表至事件结束，所示为此刻结束时的截止时间'
    return { ...whose, outcome: incidentOutcome.stopped, remark, dueAfter, leftSeconds: null }
  }
  const leftSeconds = outcome.leftMs === undefined ? null : Math.round(outcome.leftMs / 1000)
  const remark = outcome.kind === 'reopened' ? (causeWords[submitCause ?? ''] ?? '') : ''
  return { ...whose, outcome: incidentOutcome[outcome.kind], remark, dueAfter, leftSeconds }
}

export function countsOf(planned: readonly PlannedClock[], reached: number): IncidentCounts {
  const of = (kind: PlannedClock['outcome']['kind']) => planned.filter(({ outcome }) => outcome.kind === kind).length
  const [moved, stopped, reopened, untouched] = [of('moved'), of('stopped'), of('reopened'), of('untouched')]
  return { moved, stopped, reopened, untouched, notBegun: reached - planned.length }
}

export function keptRowOf({ leftMs, closedCause, stays, ...person }: KeptPerson): KeptRow {
  return {
    ...person,
    stays: stays.map(({ from, until }) => ({ from: new Date(from), until: until === null ? null : new Date(until) })),
    remark: closedCause === null ? '' : (causeWords[closedCause] ?? ''),
    leftSeconds: leftMs === null ? null : Math.round(leftMs / 1000),
  }
}
