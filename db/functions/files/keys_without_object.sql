-- version 1
-- Of the given keys those that no row knows: what a killed process left in the store.
create or replace function files.keys_without_object(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k from unnest(keys) as k where not exists (select from files.object o where o.key = k)
$$;
alter function files.keys_without_object(text[]) owner to kaopei_search;
revoke all on function files.keys_without_object(text[]) from public;
grant execute on function files.keys_without_object(text[]) to kaopei_app;
