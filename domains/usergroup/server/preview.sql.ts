import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { type Member, memberRow } from './member.sql.ts'
import { holds, type RuleOfGroup } from './rule.sql.ts'
import { isSeen } from './scope.sql.ts'

export interface Preview {
  readonly staffCount: number
  readonly addedCount: number
  readonly removedCount: number
  readonly wanted: readonly Member[]
  readonly added: readonly Member[]
  readonly removed: readonly Member[]
}

const row = memberRow.extend({ list: z.enum(['wanted', 'added', 'removed']), total: z.int() })
type Row = z.output<typeof row>

const shown = 10

/** Whom a rule finds, and who would come to and go from a group by it. `scope`: whose names the caller may see. */
export async function previewRule(
  db: Db,
  rule: RuleOfGroup,
  { groupId, scope, today }: { groupId: string | null; scope: DataScope; today: string },
): Promise<Preview> {
  const rows = await rowsOf(db, row)`
    with wanted as materialized (
      select s.id from org.person s where ${holds(db.companyId, rule, today)}
    ),
    present as materialized (
      select s.id
      from identity.group_member m
      join org.person s on s.company_id = m.company_id and s.id = m.staff_id
      where m.company_id = ${db.companyId} and m.group_id = ${groupId}::uuid and s.removed_at is null
        and ${isSeen(db.companyId, scope)}
    ),
    listed as (
      select 'wanted' as list, id from wanted
      union all
      select 'added', id from (select id from wanted except select id from present) come
      union all
      select 'removed', id from (select id from present except select id from wanted) go
    ),
    ranked as (
      select list, id, row_number() over (partition by list order by id desc) as place, count(*) over (partition by list)::int as total
      from listed
    )
    select r.list, r.total, s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber",
      s.department_id as "departmentId", d.name as department, s.phone, s.email, s.staff_source as "staffSource",
      s.is_enabled as "isEnabled", null::timestamptz as since
    from ranked r
    join org.person s on s.company_id = ${db.companyId} and s.id = r.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where r.place <= ${shown}
    order by r.id desc`
  const of = (list: Row['list']) => rows.filter((row) => row.list === list)
  const total = (list: Row['list']) => of(list)[0]?.total ?? 0
  return {
    staffCount: total('wanted'),
    addedCount: total('added'),
    removedCount: total('removed'),
    wanted: of('wanted'),
    added: of('added'),
    removed: of('removed'),
  }
}
