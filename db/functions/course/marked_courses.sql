-- version 1
-- Courses with marks, of every company, for the workers.
create or replace function course.marked_courses(most integer) returns table (company_id uuid, course_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.company_id, m.course_id
  from course.audience_mark m
  group by m.company_id, m.course_id
  order by min(m.marked_at)
  limit most
$$;
grant create on schema course to kaopei_search;
alter function course.marked_courses(integer) owner to kaopei_search;
revoke all on function course.marked_courses(integer) from public;
grant execute on function course.marked_courses(integer) to kaopei_app;
revoke create on schema course from kaopei_search;
