-- version 1
-- Writes that a report of playing has completed a task, and has the percent of the course made anew.
create or replace function course.done_by_ping(
  given_company uuid, given_staff uuid, given_course uuid, given_task uuid, given_session uuid, given_seq integer, given_now timestamp with time zone)
returns void
language sql
as $$
  insert into course.task_event (company_id, course_id, staff_id, task_id, kind, cause, at)
  values (given_company, given_course, given_staff, given_task, 'done',
    jsonb_build_object('source', 'ping', 'sessionId', given_session, 'seq', given_seq), given_now);
  select kit.enqueue('course.derive',
    jsonb_build_object('companyId', given_company, 'payload', jsonb_build_object('courseId', given_course, 'staffId', given_staff)), null, null, 8, null);
$$;
grant execute on function course.done_by_ping(uuid,uuid,uuid,uuid,uuid,integer,timestamp with time zone) to kaopei_app;
