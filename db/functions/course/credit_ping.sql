-- version 3
-- Credits one report of playing by the rules of the learning room (own-time.ts, credit.ts, completion.ts), under the lock of the person's clock.
--
-- `outcome`:
--   credited    with what counts of it
--   repeated    it came before: nothing changed, and what it was credited then
--   notOpened   the session is not one of this person and task
--   gone        the course or the task is no longer there
--   notEnrolled the person does not learn this course, or no longer
--   licenceOver, noSeat  of a bought course
-- `late_ms`: of a report that was kept offline its span by the device's clock. Pages count from 0.
create or replace function course.credit_ping(
  given_company uuid, given_staff uuid, given_course uuid, given_task uuid, given_session uuid, given_seq integer, given_now timestamp with time zone,
  froms integer[], untils integer[], seen_pages integer[], seen_seconds integer[], given_rate double precision, is_visible boolean,
  given_position integer, late_ms integer)
returns table(outcome text, credited_from integer[], credited_until integer[], cut integer, covered integer, percent integer, is_complete boolean,
  course_percent integer, learned integer)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  clock record;
  visit record;
  known record;
  m record;
  film_percent constant integer := 95;
  page_default constant integer := 5;
  time_from timestamptz;
  free tstzmultirange := '{}';
  taken tstzmultirange := '{}';
  piece tstzrange;
  time_left interval;
  span double precision;
  tolerance double precision;
  allowed integer;
  room integer;
  part integer;
  said integer := 0;
  kept integer := 0;
  begins integer;
  ends integer;
  counted int4multirange := '{}';
  before_cut integer;
  watched_now int4multirange;
  reach integer;
  new_part integer;
  again_part integer;
  wall integer;
  page_allowed integer;
  page_room integer;
  page_sum integer := 0;
  pairs integer[] := '{}';
  pages_now integer[];
  rule_percent integer;
  is_done boolean;
  own_percent integer;
  task_weight integer;
  becomes boolean;
begin
  perform set_config('app.company_id', given_company::text, true);
  select k.last_at, k.used into clock
  from course.learner_clock k
  where k.company_id = given_company and k.staff_id = given_staff
  for update;
  if not found then
    insert into course.learner_clock (company_id, staff_id)
    values (given_company, given_staff)
    on conflict do nothing;
    select k.last_at, k.used into clock
    from course.learner_clock k
    where k.company_id = given_company and k.staff_id = given_staff
    for update;
  end if;
  select s.last_seq, s.begun_at into visit
  from course.learn_session s
  where s.company_id = given_company
    and s.staff_id = given_staff
    and s.id = given_session
    and s.course_id = given_course
    and s.task_id = given_task;
  if not found then
    return query select 'notOpened', null::integer[], null::integer[], null::integer, null::integer, null::integer, null::boolean, null::integer, null::integer;
    return;
  end if;
  select p.*, e.state as learner_state, e.counting, e.whole_weight, e.percent as percent_before, c.source, c.removed_at,
    t.id as task_found, t.rule, t.is_required, t.weight, z.time_zone
  into m
  from course.media_progress p
  join course.course c on c.company_id = p.company_id and c.id = p.course_id
  join course.enrolment e on e.company_id = p.company_id and e.course_id = p.course_id and e.staff_id = p.staff_id
  join platform.company z on z.id = p.company_id
  left join course.task t on t.company_id = p.company_id and t.version_id = c.published_id and t.id = p.task_id
  where p.company_id = given_company
    and p.staff_id = given_staff
    and p.course_id = given_course
    and p.task_id = given_task;
  if not found then
    return query select 'notOpened', null::integer[], null::integer[], null::integer, null::integer, null::integer, null::boolean, null::integer, null::integer;
    return;
  end if;
  select g.credited, g.cut_seconds, g.new_seconds + g.repeated_seconds as learned into known
  from course.ping g
  where g.company_id = given_company
    and g.staff_id = given_staff
    and g.session_id = given_session
    and g.seq = given_seq;
  if found then
    return query select 'repeated',
      coalesce((select array_agg(lower(r) order by r) from unnest(known.credited) r), '{}'),
      coalesce((select array_agg(upper(r) order by r) from unnest(known.credited) r), '{}'),
      known.cut_seconds,
      coalesce((select sum(upper(r) - lower(r)) from unnest(m.watched) r), 0)::integer,
      m.counted_percent::integer, m.is_complete, m.percent_before::integer, known.learned;
    return;
  end if;
  if m.task_found is null or m.removed_at is not null or m.learner_state <> 2 then
    return query select case when m.learner_state <> 2 then 'notEnrolled' else 'gone' end,
      null::integer[], null::integer[], null::integer, null::integer, null::integer, null::boolean, null::integer, null::integer;
    return;
  end if;
  if m.source = 2 then
    select l.id, l.valid_from <= given_now and coalesce(l.valid_until > given_now, true) as is_valid,
      l.limit_type <> 1 or coalesce(s.state in (1, 2), false) as has_seat
    into known
    from course.licence l
    left join course.seat s on s.company_id = l.company_id and s.licence_id = l.id and s.staff_id = given_staff
    where l.company_id = given_company and l.course_id = given_course;
    if not found or not known.is_valid or not known.has_seat then
      return query select case when coalesce(known.is_valid, false) then 'noSeat' else 'licenceOver' end,
        null::integer[], null::integer[], null::integer, null::integer, null::integer, null::boolean, null::integer, null::integer;
      return;
    end if;
  end if;

  -- Which of the person's time it stands for.
  if late_ms is null then
    time_from := greatest(clock.last_at, visit.begun_at, given_now - case when visit.last_seq = 0 then interval '10 seconds' else interval '60 seconds' end);
    if time_from < given_now then
      taken := tstzmultirange(tstzrange(time_from, given_now));
      free := taken - clock.used;
    end if;
  else
    time_from := greatest(visit.begun_at, given_now - interval '7 days');
    time_left := least(late_ms, 60000) * interval '1 millisecond';
    if time_from < given_now then
      for piece in select r from unnest(tstzmultirange(tstzrange(time_from, given_now)) - clock.used) r order by r loop
        exit when time_left <= interval '0';
        taken := taken + tstzmultirange(tstzrange(lower(piece), least(upper(piece), lower(piece) + time_left)));
        time_left := time_left - (upper(piece) - lower(piece));
      end loop;
    end if;
    free := taken;
  end if;
  span := coalesce((select sum(extract(epoch from upper(r) - lower(r))) from unnest(free) r), 0)::double precision;
  wall := floor(span + 0.5);
  tolerance := least(1, span / 5);

  -- Seconds of films and sounds, in the order in which they were played.
  allowed := floor(span * least(greatest(given_rate, 0), 2) * 1.05 + tolerance);
  if not is_visible and (m.courseware_type <> 3 or coalesce((m.rule ->> 'pauseWhenHidden')::boolean, true)) then
    allowed := 0;
  end if;
  room := allowed;
  for i in 1 .. coalesce(array_length(froms, 1), 0) loop
    begins := greatest(froms[i], 0);
    ends := least(untils[i], m.length_seconds);
    continue when begins >= ends;
    said := said + ends - begins;
    part := least(room, ends - begins);
    continue when part <= 0;
    counted := counted + int4multirange(int4range(begins, begins + part));
    kept := kept + part;
    room := room - part;
  end loop;
  cut := said - kept;
  watched_now := m.watched + counted;
  if m.courseware_type = 2 and coalesce((m.rule ->> 'noSkip')::boolean, false) then
    select coalesce(max(upper(r)) filter (where lower(r) = 0), 0) into reach from unnest(watched_now) r;
    before_cut := coalesce((select sum(upper(r) - lower(r)) from unnest(counted) r), 0);
    counted := counted * int4multirange(int4range(0, reach));
    cut := cut + before_cut - coalesce((select sum(upper(r) - lower(r)) from unnest(counted) r), 0);
    watched_now := m.watched + counted;
  end if;
  new_part := coalesce((select sum(upper(r) - lower(r)) from unnest(counted - m.watched) r), 0);
  again_part := least(
    coalesce((select sum(upper(r) - lower(r)) from unnest(counted) r), 0) - new_part,
    greatest(0, m.length_seconds - m.repeated_seconds));

  -- Seconds that pages were in view: two beside each other.
  pages_now := m.page_seconds;
  page_allowed := case when is_visible then floor(span * 1.05 + tolerance) else 0 end;
  page_room := page_allowed * 2;
  for i in 1 .. coalesce(array_length(seen_pages, 1), 0) loop
    continue when seen_pages[i] < 0 or seen_pages[i] >= m.page_count;
    part := least(seen_seconds[i], page_allowed, page_room);
    continue when part <= 0;
    pages_now[seen_pages[i] + 1] := coalesce(pages_now[seen_pages[i] + 1], 0) + part;
    pairs := pairs || array[seen_pages[i], part];
    page_room := page_room - part;
    page_sum := page_sum + part;
  end loop;
  -- A package counts its own pages: of it the time that it was in view.
  if m.courseware_type = 6 and is_visible then
    page_sum := wall;
  end if;
  new_part := greatest(new_part, least(page_sum, wall) - again_part);

  -- Whether the task is complete now, and how far.
  covered := coalesce((select sum(upper(r) - lower(r)) from unnest(watched_now) r), 0);
  is_done := m.courseware_type <> 6;
  own_percent := 0;
  if m.courseware_type in (2, 3) or (m.courseware_type = 5 and m.length_seconds > 0) then
    rule_percent := coalesce((m.rule ->> 'percent')::integer, film_percent);
    part := case
      when m.length_seconds < 20 then greatest(1, m.length_seconds - 1)
      else (m.length_seconds * rule_percent + 99) / 100
    end;
    is_done := m.length_seconds > 0
      and covered >= part
      and (m.length_seconds < 20 or watched_now @> int4range(m.length_seconds - 5, m.length_seconds));
    own_percent := case when is_done then 100 else least(99, covered * 100 / part) end;
  end if;
  if m.courseware_type in (1, 4, 5) then
    rule_percent := coalesce((m.rule ->> 'pagePercent')::integer, 100);
    part := greatest(1, (m.page_count * rule_percent + 99) / 100);
    select count(*) into kept from unnest(pages_now) s where s >= coalesce((m.rule ->> 'secondsPerPage')::integer, page_default);
    if m.courseware_type = 5 and m.length_seconds > 0 then
      own_percent := (own_percent + case when kept >= part then 100 else least(99, kept * 100 / part) end) / 2;
    else
      own_percent := case when kept >= part then 100 else least(99, kept * 100 / part) end;
    end if;
    is_done := is_done and m.page_count > 0 and kept >= part;
  end if;
  becomes := is_done and not m.is_complete;
  is_done := is_done or m.is_complete;
  own_percent := greatest(m.counted_percent, case when is_done then 100 else least(99, own_percent) end);

  update course.learner_clock k
  set last_at = case when late_ms is null then greatest(k.last_at, given_now) else k.last_at end,
    used = (k.used + taken) * tstzmultirange(tstzrange(given_now - interval '7 days', null))
  where k.company_id = given_company and k.staff_id = given_staff;
  update course.learn_session s
  set last_seq = greatest(s.last_seq, given_seq), last_at = greatest(s.last_at, given_now)
  where s.company_id = given_company and s.staff_id = given_staff and s.id = given_session;
  insert into course.ping (company_id, staff_id, session_id, seq, course_id, task_id, at, credited, page_seconds, new_seconds, repeated_seconds,
    cut_seconds, wall_seconds, is_late)
  values (given_company, given_staff, given_session, given_seq, given_course, given_task, given_now, counted, pairs, new_part, again_part,
    cut, wall, late_ms is not null);
  update course.media_progress p
  set watched = watched_now,
    again = case when counted && m.watched then p.again + counted * m.watched else p.again end,
    page_seconds = pages_now,
    new_seconds = p.new_seconds + new_part,
    repeated_seconds = p.repeated_seconds + again_part,
    wall_seconds = p.wall_seconds + wall,
    last_position = case when late_ms is null then given_position else p.last_position end,
    is_complete = is_done,
    counted_percent = own_percent,
    last_at = greatest(p.last_at, given_now)
  where p.company_id = given_company
    and p.staff_id = given_staff
    and p.course_id = given_course
    and p.task_id = given_task;
  task_weight := case
    when m.counting in (0, 1) and not m.is_required then 0
    when m.counting in (1, 3) then 1
    else m.weight
  end;
  update course.enrolment e
  set learned_seconds = e.learned_seconds + new_part + again_part,
    wall_seconds = e.wall_seconds + wall,
    done_weight = e.done_weight + task_weight * (own_percent - m.counted_percent),
    percent = case
      when e.percent = 100 or e.whole_weight = 0 then e.percent
      else least(99, (e.done_weight + task_weight * (own_percent - m.counted_percent)) / e.whole_weight)
    end,
    last_at = greatest(e.last_at, given_now),
    last_task_id = given_task
  where e.company_id = given_company
    and e.course_id = given_course
    and e.staff_id = given_staff
  returning e.percent into course_percent;
  if wall > 0 or new_part + again_part > 0 then
    insert into course.learn_day as d (company_id, staff_id, day, course_id, seconds, wall_seconds)
    values (given_company, given_staff, (given_now at time zone m.time_zone)::date, given_course, new_part + again_part, wall)
    on conflict (company_id, staff_id, day, course_id) do update
    set seconds = d.seconds + excluded.seconds, wall_seconds = d.wall_seconds + excluded.wall_seconds;
  end if;
  -- The first credited second uses the seat that was reserved.
  if m.source = 2 and new_part + again_part > 0 then
    update course.seat s
    set state = 2, used_at = given_now
    where s.company_id = given_company and s.licence_id = known.id and s.staff_id = given_staff and s.state = 1;
    if found then
      insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
      values (given_company, known.id, given_staff, 'used', given_staff, given_now);
    end if;
  end if;
  if becomes then
    insert into course.task_event (company_id, course_id, staff_id, task_id, kind, cause, at)
    values (given_company, given_course, given_staff, given_task, 'done',
      jsonb_build_object('source', 'ping', 'sessionId', given_session, 'seq', given_seq), given_now);
    perform kit.enqueue('course.derive',
      jsonb_build_object('companyId', given_company, 'payload', jsonb_build_object('courseId', given_course, 'staffId', given_staff)),
      null, null, 8, null);
  end if;
  return query select 'credited',
    coalesce((select array_agg(lower(r) order by r) from unnest(counted) r), '{}'),
    coalesce((select array_agg(upper(r) order by r) from unnest(counted) r), '{}'),
    cut, covered, own_percent, is_done, course_percent, new_part + again_part;
end
$$;
grant execute on function course.credit_ping(uuid,uuid,uuid,uuid,uuid,integer,timestamp with time zone,integer[],integer[],integer[],integer[],double precision,boolean,integer,integer) to kaopei_app;
