/** What a call changed in rows that stood before it: a trigger on each table writes both of them down, in the transaction of the change. */
import type { World } from '@kaopei/server/testing'
import type { RoomTable } from './company-tables.ts'

export interface ColumnWatch {
  /** `table.column: before → after`, or the table of a row that is gone, since the last question. A row that came back as it was is none. */
  readonly changes: () => Promise<string[]>
}

type Row = Readonly<Record<string, unknown>>

interface Change extends Record<string, unknown> {
  readonly name: string
  readonly before: Row | null
  readonly after: Row | null
}

/** Versions, times of the change and who made it: what every change may count up. */
const signs = /^(?:version|row_version|outline_version|revision|rev|(?:updated|changed|saved|modified)_(?:at|by)|xmin)$/

export async function watchColumns(world: World, tables: readonly RoomTable[]): Promise<ColumnWatch> {
  await world.rows(`
    create schema gauntlet;
    create unlogged table gauntlet.change (number bigint generated always as identity, name text, before jsonb, after jsonb);
    create function gauntlet.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into gauntlet.change (name, before, after)
      values (
        tg_table_schema || '.' || tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end,
        case when tg_op <> 'DELETE' then to_jsonb(new) end
      );
      return null;
    end $$;`)
  const watched = tables.filter(({ isPart }) => !isPart)
  for (const { name } of watched)
    await world.rows(`create or replace trigger gauntlet_note after insert or update or delete on ${name}
      for each row execute function gauntlet.note()`)
  return {
    changes: async () => {
      const rows = await world.rows<Change>(
        `with seen as (delete from gauntlet.change returning number, name, before, after)
         select name, before, after from seen order by number`,
      )
      return leftOver(rows)
    },
  }
}

/** Lists are written anew: a row that is gone and one that came cancel each other where they say the same. */
function leftOver(changes: readonly Change[]): string[] {
  const came = changes.map(({ name, after }) => ({ name, said: after && saidBy(after) }))
  const found: string[] = []
  for (const { name, before, after } of changes) {
    if (!before) continue
    const place = came.findIndex((one) => one.name === name && one.said === saidBy(before))
    if (place >= 0) came.splice(place, 1)
    else if (after) found.push(...differences(name, before, after))
    else found.push(`${name}: ${saidBy(before)} is gone`)
  }
  return found
}

/** Without what a row written anew has of its own. */
function saidBy(row: Row): string {
  const told = Object.entries(row).filter(([column]) => !signs.test(column) && column !== 'id' && column !== 'created_at')
  return JSON.stringify(Object.fromEntries(told))
}

function differences(name: string, before: Row, after: Row): string[] {
  const columns = Object.keys(before).filter((column) => !signs.test(column))
  return columns
    .map((column) => [column, JSON.stringify(before[column]), JSON.stringify(after[column])])
    .filter(([, was, is]) => was !== is)
    .map(([column, was, is]) => `${name}.${column}: ${was} → ${is}`)
}
