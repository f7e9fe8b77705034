-- version 1
-- Companies in which somebody has a seat that should have been used by then.
create or replace function course.companies_with_due_seats(due_before timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct s.company_id
  from course.seat s
  where s.state = 1 and s.start_by is not null and s.start_by <= due_before
$$;
grant create on schema course to kaopei_search;
alter function course.companies_with_due_seats(timestamptz) owner to kaopei_search;
revoke all on function course.companies_with_due_seats(timestamptz) from public;
grant execute on function course.companies_with_due_seats(timestamptz) to kaopei_app;
revoke create on schema course from kaopei_search;
