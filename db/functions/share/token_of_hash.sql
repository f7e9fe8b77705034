-- version 1
create or replace function share.token_of_hash(wanted_hash text) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.company_id, t.id from share.token t where t.token_hash = wanted_hash
$$;
alter function share.token_of_hash(text) owner to kaopei_search;
revoke all on function share.token_of_hash(text) from public;
grant execute on function share.token_of_hash(text) to kaopei_app;
