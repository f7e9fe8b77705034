-- version 1
-- Companies that remind people of a course by a rule.
create or replace function course.companies_with_reminders() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct r.company_id from course.reminder_rule r
$$;
grant create on schema course to kaopei_search;
alter function course.companies_with_reminders() owner to kaopei_search;
revoke all on function course.companies_with_reminders() from public;
grant execute on function course.companies_with_reminders() to kaopei_app;
revoke create on schema course from kaopei_search;
