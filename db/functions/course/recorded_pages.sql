-- version 1
-- How long each page of a task, from 0, was in somebody's view as it counts: what a report says of pages is cut by the clock. For calls of single statements.
create or replace function course.recorded_pages(given_company uuid, staff uuid, course uuid, task uuid)
returns table(page_seconds integer[])
language plpgsql
as $$
#variable_conflict use_column
begin
  perform set_config('app.company_id', given_company::text, true);
  return query
  select p.page_seconds
  from course.media_progress p
  where p.company_id = given_company and p.staff_id = staff and p.course_id = course and p.task_id = task;
end
$$;
grant execute on function course.recorded_pages(uuid,uuid,uuid,uuid) to kaopei_app;
