-- version 1
-- The companies that have numbers used once which were made before; needs no company.
create or replace function exam.companies_with_old_nonces(before timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct company_id from exam.safe_nonce where made_at < before
$$;
alter function exam.companies_with_old_nonces(timestamp with time zone) owner to kaopei_search;
revoke all on function exam.companies_with_old_nonces(timestamp with time zone) from public;
grant execute on function exam.companies_with_old_nonces(timestamp with time zone) to kaopei_app;
