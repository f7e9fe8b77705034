-- version 1
-- Tables that have grown by a fifth since the planner was last told how large they are, of those that the product owns. The tables of a new installation,
-- or of a new room, are believed to be empty until somebody looks: the first two thousand who begin an exam would be looked through one by one.
create or replace function kit.grown_tables() returns table (name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select format('%I.%I', n.nspname, c.relname)
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r'
    and c.relpersistence <> 't'
    and c.relowner = current_user::regrole
    and pg_relation_size(c.oid) / current_setting('block_size')::integer > c.relpages * 1.2 + case when c.reltuples < 0 then 2 else 20 end
$$;
revoke all on function kit.grown_tables() from public;
grant execute on function kit.grown_tables() to kaopei_app;
