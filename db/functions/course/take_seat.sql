-- version 2
-- A seat of a bought course for somebody who comes by themselves. Whoever comes when all are gone is told so without waiting for those who got one; the
-- licence is locked for as long as it takes to count once more and to write.
--   notNeeded    a course of one's own
--   has          they have one already
--   taken        they have one now
--   licenceOver  it is over, or has not begun
--   seatsMissing
create or replace function course.take_seat(given_company uuid, given_course uuid, given_staff uuid, given_now timestamp with time zone) returns text
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  licence record;
  taken bigint;
begin
  for turn in 1 .. 2 loop
    if turn = 1 then
      select l.* into licence from course.licence l where l.company_id = given_company and l.course_id = given_course;
    else
      select l.* into licence from course.licence l where l.company_id = given_company and l.course_id = given_course for no key update;
    end if;
    if not found then
      return 'notNeeded';
    end if;
    if licence.valid_from > given_now or licence.valid_until <= given_now then
      return 'licenceOver';
    end if;
    if exists (
      select from course.seat s
      where s.company_id = given_company and s.licence_id = licence.id and s.staff_id = given_staff and s.state in (1, 2)) then
      return 'has';
    end if;
    if licence.limit_type = 1 then
      select count(*) into taken from course.seat s where s.company_id = given_company and s.licence_id = licence.id and s.state in (1, 2);
      if taken >= licence.limit_count then
        return 'seatsMissing';
      end if;
    end if;
  end loop;
  -- The enrolment before the seat, as whoever learns holds them.
  perform from course.enrolment e where e.company_id = given_company and e.course_id = given_course and e.staff_id = given_staff for update;
  insert into course.seat (company_id, licence_id, staff_id, state, reserved_at, start_by)
  values (given_company, licence.id, given_staff, 1, given_now, given_now + licence.start_within_days * interval '24 hours')
  on conflict (company_id, licence_id, staff_id) do update
  set state = 1, reserved_at = excluded.reserved_at, start_by = excluded.start_by, used_at = null;
  insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
  values (given_company, licence.id, given_staff, 'reserved', given_staff, given_now);
  return 'taken';
end
$$;
grant execute on function course.take_seat(uuid,uuid,uuid,timestamp with time zone) to kaopei_app;
