import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { changesOf, idOf } from '../database/rows.ts'

/** A table of one room that holds a tree: `company_id`, `id`, `parent_id`, `name`, `sort`, `version`, unique names among siblings. */
export type CategoryTable = `${string}.${string}`

export interface NewCategory {
  readonly name: string
  readonly parentId: string | null
  /** Without it the row goes behind its siblings. */
  readonly sort?: number | undefined
}

/** What every tree of categories does with its table; what a room counts in it, and what becomes of its contents, stays with the room. */
export function categoriesIn(name: CategoryTable) {
  const table = sql.table(name)
  return {
    /** Takes the company's turn at changing the shape of the tree until the transaction ends: two moves at once could make a circle. */
    lock: async (db: Db): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}::text || ${db.companyId}::text, 0))`.execute(db)
    },

    insert: (db: Db, { name: called, parentId, sort }: NewCategory): Promise<string> =>
      idOf(db)`
        insert into ${table} (company_id, parent_id, name, sort)
        select ${db.companyId}::uuid, ${parentId}::uuid, ${called}, coalesce(${sort ?? null}::int, max(c.sort) + 10, 0)
        from ${table} c
        where c.company_id = ${db.companyId} and c.parent_id is not distinct from ${parentId}::uuid
        returning id`,

    /** False when the row has another version by now. */
    update: async (
      db: Db,
      { id, version }: { readonly id: string; readonly version: number },
      { name: called, parentId, sort }: Required<NewCategory>,
    ): Promise<boolean> =>
      (await changesOf(db)`
        update ${table}
        set name = ${called}, parent_id = ${parentId}::uuid, sort = ${sort}, version = version + 1
        where company_id = ${db.companyId} and id = ${id} and version = ${version}`) === 1,

    rename: async (db: Db, id: string, called: string): Promise<void> => {
      await sql`
        update ${table} set name = ${called}, version = version + 1
        where company_id = ${db.companyId} and id = ${id}`.execute(db)
    },

    /** Puts a row below its parent and numbers all siblings in the given order. */
    place: async (
      db: Db,
      { id, parentId, siblings }: { readonly id: string; readonly parentId: string | null; readonly siblings: readonly string[] },
    ): Promise<void> => {
      await sql`
        update ${table} c
        set sort = s.place, parent_id = case when c.id = ${id} then ${parentId}::uuid else c.parent_id end, version = c.version + 1
        from unnest(${siblings}::uuid[]) with ordinality as s (id, place)
        where c.company_id = ${db.companyId} and c.id = s.id`.execute(db)
    },

    /** The rows right below one go behind those below another; answers how many. */
    moveBranches: (db: Db, id: string, targetId: string | null): Promise<number> =>
      changesOf(db)`
        update ${table} c
        set parent_id = ${targetId}::uuid, sort = moved.sort, version = c.version + 1
        from (
          select b.id,
            (
              coalesce((
                select max(s.sort) from ${table} s
                where s.company_id = ${db.companyId} and s.parent_id is not distinct from ${targetId}::uuid
              ), 0) + 10 * row_number() over (order by b.sort, b.id)
            )::integer as sort
          from ${table} b
          where b.company_id = ${db.companyId} and b.parent_id = ${id}
        ) moved
        where c.company_id = ${db.companyId} and c.id = moved.id`,

    delete: async (db: Db, id: string): Promise<void> => {
      await sql`delete from ${table} where company_id = ${db.companyId} and id = ${id}`.execute(db)
    },
  }
}
