/** Departments and groups that a course or project is given to: what every room does with its tables of them. */
import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, dataScopeShape, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Targets } from './audience-people.sql.ts'

export type AudienceKind = 'department' | 'group'

const audienceRow = z.object({
  id,
  kind: z.enum(['department', 'group']),
  mode: attachMode.schema,
  /** Null: everybody. */
  scope: dataScopeShape.nullable(),
})
export type Audience = z.input<typeof audienceRow>

const pageRow = z.object({
  id,
  kind: z.enum(['department', 'group']),
  name: z.string().nullable(),
  mode: attachMode.schema,
  staffCount: z.int().nullable(),
  attachedByName: z.string().nullable(),
  attachedAt: z.date(),
})
export type AudiencePageRow = z.input<typeof pageRow>

const markRow = z.object({ id })

/** Tables `company_id`, owner, `kind`, `target_id`, `mode` …; and of marks: `company_id`, `id`, owner, `marked_at`. */
export interface AudienceTables {
  readonly audience: `${string}.${string}`
  readonly mark: `${string}.${string}`
  /** The column that names the course or project. */
  readonly owner: string
}

interface Attached extends Targets {
  readonly mode: number
  readonly scope: DataScope
  readonly staffCount: number
  readonly actorId: string
  readonly now: Date
}

interface AudiencePage {
  readonly limit: number
  readonly offset: number
  readonly actorId: string
  readonly scope: DataScope
}

export function audiencesIn({ audience, mark, owner }: AudienceTables) {
  const table = sql.table(audience)
  const marks = sql.table(mark)
  const column = sql.ref(owner)
  return {
    select: (db: Db, ownerId: string): Promise<Audience[]> =>
      rowsOf(db, audienceRow)`
        select a.target_id as id, a.kind, a.mode, a.scope
        from ${table} a
        where a.company_id = ${db.companyId} and a.${column} = ${ownerId}
        order by a.kind, a.target_id`,

    upsert: async (db: Db, ownerId: string, given: Attached): Promise<void> => {
      const { groupIds, departmentIds, mode, staffCount, actorId, now } = given
      const scope = given.scope.kind === 'all' ? null : JSON.stringify(given.scope)
      await sql`
        insert into ${table} (company_id, ${column}, kind, target_id, mode, scope, staff_count, added_by, added_at)
        select ${db.companyId}, ${ownerId}, n.kind, n.id, ${mode}, ${scope}::jsonb, ${staffCount}, ${actorId}, ${now}
        from (
          select 'group' as kind, g.id from unnest(${groupIds}::uuid[]) as g (id)
          union all
          select 'department', d.id from unnest(${departmentIds}::uuid[]) as d (id)
        ) n
        on conflict (company_id, ${column}, kind, target_id) do update
        set mode = excluded.mode, scope = excluded.scope, staff_count = excluded.staff_count, added_by = excluded.added_by,
          added_at = excluded.added_at`.execute(db)
    },

    remove: async (db: Db, ownerId: string, { groupIds, departmentIds }: Targets): Promise<void> => {
      await sql`
        delete from ${table}
        where company_id = ${db.companyId} and ${column} = ${ownerId}
          and ((kind = 'group' and target_id = any(${groupIds}::uuid[])) or (kind = 'department' and target_id = any(${departmentIds}::uuid[])))
      `.execute(db)
    },

    /** Without the names of groups, which are their room's to tell. How many a snapshot had is told to whoever sees everybody, or attached it. */
    page: (db: Db, ownerId: string, { limit, offset, actorId, scope }: AudiencePage): Promise<AudiencePageRow[]> =>
      rowsOf(db, pageRow)`
        select a.target_id as id, a.kind, d.name, a.mode, case
            when a.mode = ${lit(attachMode.snapshot)} and (${scope.kind === 'all'} or a.added_by = ${actorId}) then a.staff_count
          end as "staffCount",
          by.name as "attachedByName", a.added_at as "attachedAt"
        from ${table} a
        left join org.department_tree d on d.company_id = a.company_id and d.id = a.target_id
        left join org.person by on by.company_id = a.company_id and by.id = a.added_by
        where a.company_id = ${db.companyId} and a.${column} = ${ownerId}
        order by a.added_at desc, a.target_id
        limit ${limit} offset ${offset}`,

    count: (db: Db, ownerId: string): Promise<number> =>
      countOf(db)`
        select count(*)::int as count from ${table} a where a.company_id = ${db.companyId} and a.${column} = ${ownerId}`,

    /** One that took nobody in follows again. */
    mark: async (db: Db, ownerId: string): Promise<void> => {
      await sql`
        insert into ${marks} (company_id, ${column})
        select distinct a.company_id, a.${column}
        from ${table} a
        where a.company_id = ${db.companyId} and a.${column} = ${ownerId} and a.mode = ${lit(attachMode.live)}`.execute(db)
    },

    selectMarks: async (db: Db, ownerId: string): Promise<string[]> => {
      const rows = await rowsOf(db, markRow)`
        select m.id from ${marks} m
        where m.company_id = ${db.companyId} and m.${column} = ${ownerId}
        order by m.marked_at
        limit 10000`
      return rows.map((row) => row.id)
    },

    deleteMarks: async (db: Db, ids: readonly string[]): Promise<void> => {
      await sql`delete from ${marks} where company_id = ${db.companyId} and id = any(${ids}::uuid[])`.execute(db)
    },
  }
}
