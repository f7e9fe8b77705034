-- version 3
-- Companies in which a sitting's time is over, an appointment ends or a result or a sitting without one is kept too long.
create or replace function evaluation.companies_to_settle(given_now timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id from evaluation.sitting s where s.submitted_at is null and s.due_at < given_now
  union
  select a.company_id from evaluation.appointment a where a.status = 1 and a.removed_at is null and a.end_at < given_now
  union
  select r.company_id from evaluation.result r where r.keep_until < given_now
  union
  select s.company_id
  from evaluation.sitting s
  join evaluation.appointment a on a.company_id = s.company_id and a.id = s.appointment_id
  join evaluation.scale k on k.company_id = a.company_id and k.id = a.scale_id
  where s.submitted_at is null
    and s.started_at < given_now - make_interval(months => least(k.retention_months, (s.consent ->> 'retentionMonths')::int))
  union
  select a.company_id
  from evaluation.appointment a
  join evaluation.scale k on k.company_id = a.company_id and k.id = a.scale_id
  where a.closed_at < given_now - make_interval(months => k.retention_months)
    and exists (select from evaluation.sitting s where s.company_id = a.company_id and s.appointment_id = a.id)
$$;
grant create on schema evaluation to kaopei_search;
alter function evaluation.companies_to_settle(timestamptz) owner to kaopei_search;
revoke all on function evaluation.companies_to_settle(timestamptz) from public;
grant execute on function evaluation.companies_to_settle(timestamptz) to kaopei_app;
revoke create on schema evaluation from kaopei_search;
