-- version 1
-- Somebody comes into a course by themselves, by joining or because a project asks them to: with a seat where it was bought, else not at all. Crowds do at the
-- same moment, so that the licence is held for one statement. Whoever learnt before and was taken out goes on where they were.
--   learns       also whoever did before
--   notEligible  removed, or not enabled: nothing happened
--   licenceOver, seatsMissing  of course.take_seat
create or replace function course.come_alone(
  given_company uuid, given_course uuid, given_staff uuid, given_reason text, given_due timestamp with time zone, given_now timestamp with time zone)
returns text
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  outcome text;
begin
  if not exists (
    select from org.person s where s.company_id = given_company and s.id = given_staff and s.removed_at is null and s.is_enabled) then
    return 'notEligible';
  end if;
  outcome := course.take_seat(given_company, given_course, given_staff, given_now);
  if outcome in ('licenceOver', 'seatsMissing') then
    return outcome;
  end if;
  insert into course.enrolment as e (company_id, course_id, staff_id, state, is_joined, is_by_project, enrolled_at, due_at)
  values (given_company, given_course, given_staff, 2, given_reason = 'joined', given_reason = 'project', given_now, given_due)
  on conflict (company_id, course_id, staff_id) do update
  set state = 2,
    is_joined = e.is_joined or excluded.is_joined,
    is_by_project = e.is_by_project or excluded.is_by_project,
    is_taken_out = false,
    enrolled_at = case when e.state = 2 then e.enrolled_at else excluded.enrolled_at end,
    due_at = case when e.state = 2 then e.due_at else excluded.due_at end
  where e.state <> 2 or (excluded.is_joined and not e.is_joined) or (excluded.is_by_project and not e.is_by_project);
  return 'learns';
end
$$;
grant execute on function course.come_alone(uuid,uuid,uuid,text,timestamp with time zone,timestamp with time zone) to kaopei_app;
