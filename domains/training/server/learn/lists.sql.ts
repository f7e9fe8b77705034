import { id } from '@kaopei/contract'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { participation, projectStatus } from '../../contract/codes.ts'

export interface MineFilter {
  readonly staffId: string
  readonly keyword: string
  readonly only: 'all' | 'notBegun' | 'underWay' | 'complete' | 'overdue' | 'ended'
  readonly now: Date
}

const mineRow = z.object({
  projectId: id,
  name: z.string(),
  coverFileId: id.nullable(),
  status: projectStatus.schema,
  percent: z.int(),
  enrolledAt: z.date(),
  beginAt: z.date().nullable(),
  endAt: z.date().nullable(),
  begunAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  nextTaskId: id.nullable(),
  nextTaskTitle: z.string().nullable(),
  nextKind: z.string().nullable(),
  nextDueAt: z.date().nullable(),
  isOverdue: z.boolean(),
})
export type MineRow = z.input<typeof mineRow>

const running = sql`p.status in (${projectStatus.shelved}, ${projectStatus.unshelved})`
/** The date of a task that is owed has passed. */
const isLate = (now: Date) => sql`(${running} and e.completed_at is null and e.owed_due_at < ${now})`

function mineWhere(db: Db, { staffId, keyword, only, now }: MineFilter) {
  const states = {
    all: sql`true`,
    notBegun: sql`${running} and e.begun_at is null and e.completed_at is null`,
    underWay: sql`${running} and e.begun_at is not null and e.completed_at is null`,
    complete: sql`e.completed_at is not null`,
    overdue: sql`${isLate(now)}`,
    ended: sql`not (${running})`,
  }
  const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  return sql`e.company_id = ${db.companyId}
      and e.staff_id = ${staffId}
      and e.state = ${participation.takesPart}
      and p.removed_at is null
      and p.status <> ${projectStatus.draft}
      and (${keyword} = '' or p.name ilike ${like})
      and ${states[only]}`
}

/** Those that run first, of them what has a date first; what came last before what came earlier. */
export function selectMine(db: Db, filter: MineFilter, { offset, limit }: { offset: number; limit: number }): Promise<MineRow[]> {
  return rowsOf(db, mineRow)`
    select p.id as "projectId", p.name, p.cover_file_id as "coverFileId", p.status, e.percent, e.enrolled_at as "enrolledAt",
      p.begin_at as "beginAt", p.end_at as "endAt", e.begun_at as "begunAt", e.completed_at as "completedAt",
      t.id as "nextTaskId", t.title as "nextTaskTitle", t.kind as "nextKind",
      case when ${isLate(filter.now)} then e.owed_due_at when t.id is not null then e.next_due_at end as "nextDueAt",
      coalesce(${isLate(filter.now)}, false) as "isOverdue"
    from training.enrolment e
    join training.project p on p.company_id = e.company_id and p.id = e.project_id
    -- A task that opens later is not next yet.
    left join training.task t
      on t.company_id = e.company_id and t.id = e.next_task_id and t.removed_at is null and e.next_since <= ${filter.now}
    where ${mineWhere(db, filter)}
    order by not (${running}), e.completed_at is not null, e.owed_due_at nulls last, e.enrolled_at desc, p.id
    offset ${offset}
    limit ${limit}`
}

export function countMine(db: Db, filter: MineFilter): Promise<number> {
  return countOf(db)`
    select count(*)::integer as count
    from training.enrolment e
    join training.project p on p.company_id = e.company_id and p.id = e.project_id
    where ${mineWhere(db, filter)}`
}
