/** Which tables of a company have been changed: a trigger on each writes it down, in the transaction of the change. */
import type { World } from '@kaopei/server/testing'
import type { RoomTable } from './company-tables.ts'

export interface RowWatch {
  /** Tables of which a row of the company was made, changed or removed since the last question. */
  readonly changed: (companyId: string) => Promise<string[]>
}

export async function watchRows(world: World, tables: readonly RoomTable[]): Promise<RowWatch> {
  await world.rows(`
    create schema gauntlet;
    create unlogged table gauntlet.change (company_id uuid, name text);
    create function gauntlet.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if tg_op = 'UPDATE' and new::text = old::text then
        return null;
      end if;
      insert into gauntlet.change
      select distinct g.company_id, tg_table_schema || '.' || tg_table_name
      from (values (case when tg_op <> 'INSERT' then old.company_id end), (case when tg_op <> 'DELETE' then new.company_id end)) as g (company_id)
      where g.company_id is not null;
      return null;
    end $$;`)
  const watched = tables.filter(({ isCompanyTable, isPart }) => isCompanyTable && !isPart)
  for (const { name } of watched)
    await world.rows(`create or replace trigger gauntlet_note after insert or update or delete on ${name}
      for each row execute function gauntlet.note()`)
  return {
    changed: async (companyId) => {
      const rows = await world.rows<{ name: string }>(
        'with seen as (delete from gauntlet.change where company_id = $1 returning name) select distinct name from seen order by 1',
        [companyId],
      )
      return rows.map(({ name }) => name)
    },
  }
}
