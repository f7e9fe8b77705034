-- version 2
-- After an import the planner must not go on believing that a table is empty until autovacuum comes round: with a hundred thousand new people it
-- chose plans that took half a minute. The product's own role may not ANALYZE what it does not own, so this function does, for those of the given
-- tables that have grown by a fifth since they were last looked at, or have never been (kit.grown_tables). A table that is being analysed already is left alone.
create or replace function kit.refresh_statistics(tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  table_id regclass;
begin
  for table_id in
    select c.oid
    from unnest(tables) as wanted (name)
    join pg_class c on c.oid = to_regclass(wanted.name)
    where c.relkind = 'r'
      and c.relowner = current_user::regrole
      and pg_relation_size(c.oid) / current_setting('block_size')::integer > c.relpages * 1.2 + case when c.reltuples < 0 then 2 else 20 end
  loop
    execute format('analyze (skip_locked) %s', table_id);
  end loop;
end
$$;
revoke all on function kit.refresh_statistics(text[]) from public;
grant execute on function kit.refresh_statistics(text[]) to kaopei_app;
