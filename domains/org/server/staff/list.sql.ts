import { id } from '@kaopei/contract'
import { type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { gender, staffSource } from '../../contract/codes.ts'
import { pathNameOf } from '../departments/tree.sql.ts'

/** What `org.find_staff` takes; its migration says what each part means. */
export interface StaffSearch {
  readonly keyword?: string | undefined
  readonly seesPrivate: boolean
  readonly matchesWhole?: boolean | undefined
  readonly under?: readonly string[] | undefined
  readonly isEnabled?: boolean | undefined
  readonly staffSource?: number | undefined
  readonly postIds?: readonly string[] | undefined
  readonly rankIds?: readonly string[] | undefined
  readonly labelIds?: readonly string[] | undefined
  readonly entryFrom?: string | undefined
  readonly entryTo?: string | undefined
  readonly scope?: Extract<DataScope, { kind: 'some' }> | undefined
}

const staffIdsRow = z.object({ id: id.nullable(), total: z.int() })

/** Ids in the order of the list, and the total. `knownTotal` spares the counting. */
export async function findStaffIds(
  db: Db,
  search: StaffSearch,
  { offset, limit, knownTotal }: { offset: number; limit: number; knownTotal?: number | undefined },
): Promise<{ ids: string[]; total: number }> {
  const rows = await rowsOf(db, staffIdsRow)`
    select id, total
    from org.find_staff(${db.companyId}, ${JSON.stringify(search)}::jsonb, ${offset}, ${limit}, ${knownTotal ?? null}::bigint)`
  return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total: rows[0]?.total ?? 0 }
}

const namedRow = z.object({ id, name: z.string() })

const staffRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: id.nullable(),
  departmentPath: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gender: gender.schema.nullable(),
  post: z.string().nullable(),
  postId: id.nullable(),
  rank: z.string().nullable(),
  rankId: id.nullable(),
  labels: z.array(namedRow),
  /** Beside the main one. */
  otherDepartments: z.array(namedRow),
  entryDate: z.string().nullable(),
  staffSource: staffSource.schema,
  isEnabled: z.boolean(),
  isLocked: z.boolean(),
  lastLoginAt: z.date().nullable(),
  createdAt: z.date(),
  version: z.int(),
})
export type Staff = z.output<typeof staffRow>

function staffWhere(companyId: string, which: RawBuilder<unknown>) {
  return sql`
    select s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber",
      d.name as department, s.department_id as "departmentId", ${pathNameOf(sql`d`)} as "departmentPath",
      s.phone, s.email, s.gender, s.post_id as "postId", p.name as post,
      s.rank_id as "rankId", r.name as rank, s.entry_date as "entryDate", s.staff_source as "staffSource", s.is_enabled as "isEnabled",
      coalesce(a.locked_until > now(), false) as "isLocked", a.last_login_at as "lastLoginAt", s.created_at as "createdAt", s.version,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name), '[]')
        from org.staff_label sl
        join org.label l on l.company_id = sl.company_id and l.id = sl.label_id
        where sl.company_id = s.company_id and sl.staff_id = s.id
      ) as labels,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by m.since, o.id), '[]')
        from org.staff_department m
        join org.department o on o.company_id = m.company_id and o.id = m.department_id
        where m.company_id = s.company_id and m.staff_id = s.id and m.until is null and not m.is_main
      ) as "otherDepartments"
    from org.staff s
    left join org.department d on d.company_id = s.company_id and d.id = s.department_id
    left join org.post p on p.company_id = s.company_id and p.id = s.post_id
    left join org.rank r on r.company_id = s.company_id and r.id = s.rank_id
    left join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    where s.company_id = ${companyId}
      and s.removed_at is null
      and ${which}`
}

/** These people, in the order of the list. */
export async function selectStaffByIds(db: Db, ids: readonly string[]): Promise<Staff[]> {
  if (ids.length === 0) return []
  return rowsOf(db, staffRow)`${staffWhere(db.companyId, sql`s.id = any (${ids}::uuid[])`)} order by s.id desc`
}

export async function findStaff(db: Db, id: string): Promise<Staff | undefined> {
  return findOne(db, staffRow)`${staffWhere(db.companyId, sql`s.id = ${id}`)}`
}
