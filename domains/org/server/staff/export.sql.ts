import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { OwnValue } from '../rules/own-fields.ts'
import type { StaffSearch } from './list.sql.ts'
import { ownFields } from './own-fields.ts'

/** Everybody that a search finds, newest first, through a cursor, with what they have filled in of these fields. */
export function streamStaff(db: Db, search: StaffSearch, fieldIds: readonly string[]) {
  const found = sql<{ id: string }>`org.find_staff(${db.companyId}, ${JSON.stringify(search)}::jsonb, 0, null, null)`
  return db
    .selectFrom(found.as('found'))
    .innerJoin('org.staff as s', (join) => join.onRef('s.id', '=', 'found.id').on('s.company_id', '=', db.companyId))
    .leftJoin('org.post as p', (join) => join.onRef('p.company_id', '=', 's.company_id').onRef('p.id', '=', 's.post_id'))
    .leftJoin('org.rank as r', (join) => join.onRef('r.company_id', '=', 's.company_id').onRef('r.id', '=', 's.rank_id'))
    .leftJoin('identity.account_state as a', (join) => join.onRef('a.company_id', '=', 's.company_id').onRef('a.id', '=', 's.id'))
    .select([
      's.id',
      's.name',
      's.login_account as loginAccount',
      's.phone',
      's.email',
      's.job_number as jobNumber',
      's.department_id as departmentId',
      's.gender',
      'p.name as post',
      'r.name as rank',
      sql<string[]>`array(
        select l.name from org.staff_label sl
        join org.label l on l.company_id = sl.company_id and l.id = sl.label_id
        where sl.company_id = s.company_id and sl.staff_id = s.id
        order by l.name
      )`.as('labels'),
      sql<string[]>`array(
        select m.department_id::text from org.staff_department m
        where m.company_id = s.company_id and m.staff_id = s.id and m.until is null and not m.is_main
        order by m.since, m.department_id
      )`.as('otherDepartmentIds'),
      'a.last_login_at as lastLoginAt',
      's.entry_date as entryDate',
      's.staff_source as staffSource',
      's.is_enabled as isEnabled',
      's.created_at as createdAt',
      sql<ExportRow['own']>`${ownFields.answers(fieldIds)}`.as('own'),
    ])
    .orderBy('s.id', 'desc')
    .$castTo<ExportRow>()
    .stream(1000)
}

export interface ExportRow {
  readonly name: string
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly departmentId: string | null
  readonly gender: number | null
  readonly post: string | null
  readonly rank: string | null
  readonly labels: readonly string[]
  /** Beside the main one. */
  readonly otherDepartmentIds: readonly string[]
  readonly lastLoginAt: Date | null
  readonly entryDate: string | null
  readonly staffSource: number
  readonly isEnabled: boolean
  readonly createdAt: Date
  readonly own: Readonly<Record<string, OwnValue>> | null
}
