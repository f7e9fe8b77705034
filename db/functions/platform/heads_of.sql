-- version 2
-- org.heads_of for servers of before; nothing of today asks it.
create or replace function platform.heads_of(of_company uuid) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select org.heads_of(of_company)
$$;
revoke all on function platform.heads_of(uuid) from public;
grant execute on function platform.heads_of(uuid) to kaopei_app, kaopei_search;
