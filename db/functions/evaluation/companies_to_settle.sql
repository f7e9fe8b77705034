-- version 1
-- Companies in which a sitting's time is over, an appointment ends or a result is kept too long.
create or replace function evaluation.companies_to_settle(given_now timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id from evaluation.sitting s where s.submitted_at is null and s.due_at < given_now
  union
  select a.company_id from evaluation.appointment a where a.status = 1 and a.removed_at is null and a.end_at < given_now
  union
  select r.company_id from evaluation.result r where r.keep_until < given_now
$$;
grant create on schema evaluation to kaopei_search;
alter function evaluation.companies_to_settle(timestamptz) owner to kaopei_search;
revoke all on function evaluation.companies_to_settle(timestamptz) from public;
grant execute on function evaluation.companies_to_settle(timestamptz) to kaopei_app;
revoke create on schema evaluation from kaopei_search;
