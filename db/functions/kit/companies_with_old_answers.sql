-- version 1
create or replace function kit.companies_with_old_answers(before timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct company_id from kit.idempotency where at < before
$$;
alter function kit.companies_with_old_answers(timestamp with time zone) owner to kaopei_search;
revoke all on function kit.companies_with_old_answers(timestamp with time zone) from public;
grant execute on function kit.companies_with_old_answers(timestamp with time zone) to kaopei_app;
