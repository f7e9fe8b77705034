-- version 1
-- Companies in which somebody has learnt since then.
create or replace function course.companies_learning(since timestamp with time zone) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct k.company_id from course.learner_clock k where k.last_at >= since
  union
  select distinct v.company_id from course.task_event v where v.at >= since
$$;
grant create on schema course to kaopei_search;
alter function course.companies_learning(timestamp with time zone) owner to kaopei_search;
revoke all on function course.companies_learning(timestamp with time zone) from public;
grant execute on function course.companies_learning(timestamp with time zone) to kaopei_app;
revoke create on schema course from kaopei_search;
