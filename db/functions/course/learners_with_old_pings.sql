-- version 1
-- Whose reports of playing are older than that, course by course; at most so many.
create or replace function course.learners_with_old_pings(older_than timestamp with time zone, most integer)
returns table(company_id uuid, course_id uuid, staff_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct g.company_id, g.course_id, g.staff_id from course.ping g where g.at < older_than limit most
$$;
grant create on schema course to kaopei_search;
alter function course.learners_with_old_pings(timestamp with time zone, integer) owner to kaopei_search;
revoke all on function course.learners_with_old_pings(timestamp with time zone, integer) from public;
grant execute on function course.learners_with_old_pings(timestamp with time zone, integer) to kaopei_app;
revoke create on schema course from kaopei_search;
