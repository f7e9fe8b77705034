-- version 1
create or replace function identity.company_of_token(wanted_hash text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select company_id from identity.session where token_hash = wanted_hash
$$;
alter function identity.company_of_token(text) owner to kaopei_search;
revoke all on function identity.company_of_token(text) from public;
grant execute on function identity.company_of_token(text) to kaopei_app;
