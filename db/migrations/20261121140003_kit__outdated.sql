-- Kept answers and counted uses say nothing once they are over. The sweep is told which companies have some; each is cleared inside its own company.
create policy sweep on kit.idempotency for select to kaopei_search using (true);
grant usage, create on schema kit to kaopei_search;
grant select (company_id, at) on kit.idempotency to kaopei_search;
create function kit.companies_with_old_answers(before timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct company_id from kit.idempotency where at < before
$$;
alter function kit.companies_with_old_answers(timestamptz) owner to kaopei_search;
revoke all on function kit.companies_with_old_answers(timestamptz) from public;
grant execute on function kit.companies_with_old_answers(timestamptz) to kaopei_app;
revoke create on schema kit from kaopei_search;
create index rate_limit_by_end on kit.rate_limit (resets_at);
