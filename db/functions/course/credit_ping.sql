-- version 4
-- course.credit_pings for one report, as servers of before ask for it.
create or replace function course.credit_ping(
  given_company uuid, given_staff uuid, given_course uuid, given_task uuid, given_session uuid, given_seq integer, given_now timestamp with time zone,
  froms integer[], untils integer[], seen_pages integer[], seen_seconds integer[], given_rate double precision, is_visible boolean,
  given_position integer, late_ms integer)
returns table(outcome text, credited_from integer[], credited_until integer[], cut integer, covered integer, percent integer, is_complete boolean,
  course_percent integer, learned integer)
language plpgsql
as $$
begin
  return query
    select p.outcome, p.credited_from, p.credited_until, p.cut, p.covered, p.percent, p.is_complete, p.course_percent, p.learned
    from course.credit_pings(given_company, json_build_array(json_build_object('call', 0, 'staff', given_staff, 'course', given_course, 'task', given_task,
      'session', given_session, 'seq', given_seq, 'now', given_now, 'froms', froms, 'untils', untils, 'pages', seen_pages, 'seconds', seen_seconds,
      'rate', given_rate, 'visible', is_visible, 'position', given_position, 'late', late_ms)), true) p;
end
$$;
grant execute on function course.credit_ping(uuid,uuid,uuid,uuid,uuid,integer,timestamp with time zone,integer[],integer[],integer[],integer[],double precision,boolean,integer,integer) to kaopei_app;
