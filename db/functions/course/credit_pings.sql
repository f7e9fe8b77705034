-- version 4
-- Credits reports of playing of one company, each of another person; of one person alone where `may_wait` lets it wait for whoever is at work on their
-- learning. `reports`: [{call, staff, course, task, session, seq, now, froms, untils, pages, seconds, rate, visible, position, late}], where `call` is the number
-- by which answers are told apart and `late`, of a report that was kept offline, its span in milliseconds by the device's clock.
--
-- `outcome`:
--   busy        somebody else is at work on the person's learning, or a seat is used by it: nothing was looked at, it has to come again, alone
--   credited    with what counts of it (course.judge_ping)
--   repeated    it came before: nothing changed, and what it was credited then
--   notOpened   the session is not one of this person and task
--   gone        the course or the task is no longer there
--   notEnrolled the person does not learn this course, or no longer
--   licenceOver, noSeat  of a bought course
-- Nobody is waited for in a group: rows are held before anything is written, and whose are held elsewhere is busy.
create or replace function course.credit_pings(given_company uuid, reports json, may_wait boolean)
returns table(call integer, outcome text, credited_from integer[], credited_until integer[], cut integer, covered integer, percent integer, is_complete boolean,
  course_percent integer, learned integer)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
-- Planned when tables may be empty, kept when they are not: a few rows are looked up by their keys, always.
set enable_seqscan to off
set enable_bitmapscan to off
set enable_hashjoin to off
set enable_mergejoin to off
as $$
#variable_conflict use_column
declare
  held uuid[];
begin
  perform set_config('app.company_id', given_company::text, true);
  if may_wait then
    insert into course.learner_clock (company_id, staff_id)
    values (given_company, (reports -> 0 ->> 'staff')::uuid)
    on conflict do nothing;
    perform from course.learner_clock k where k.company_id = given_company and k.staff_id = (reports -> 0 ->> 'staff')::uuid for update;
    perform
    from course.learn_session s, course.media_progress p, course.enrolment e
    where s.company_id = given_company
      and s.staff_id = (reports -> 0 ->> 'staff')::uuid
      and s.id = (reports -> 0 ->> 'session')::uuid
      and p.company_id = given_company
      and p.staff_id = (reports -> 0 ->> 'staff')::uuid
      and p.course_id = (reports -> 0 ->> 'course')::uuid
      and p.task_id = (reports -> 0 ->> 'task')::uuid
      and e.company_id = given_company
      and e.course_id = (reports -> 0 ->> 'course')::uuid
      and e.staff_id = (reports -> 0 ->> 'staff')::uuid
    for update;
    held := array[(reports -> 0 ->> 'staff')::uuid];
  end if;
  while held is null loop
    held := array(
      select g.staff
      from json_to_recordset(reports) as g (staff uuid, course uuid, task uuid, session uuid)
      cross join lateral (
        select
        from course.learner_clock k, course.learn_session s, course.media_progress p, course.enrolment e
        where k.company_id = given_company
          and k.staff_id = g.staff
          and s.company_id = given_company
          and s.staff_id = g.staff
          and s.id = g.session
          and p.company_id = given_company
          and p.staff_id = g.staff
          and p.course_id = g.course
          and p.task_id = g.task
          and e.company_id = given_company
          and e.course_id = g.course
          and e.staff_id = g.staff
        for update skip locked
      ) l);
    if cardinality(held) < json_array_length(reports) then
      -- The first report of somebody's life.
      insert into course.learner_clock (company_id, staff_id)
      select given_company, g.staff
      from json_to_recordset(reports) as g (staff uuid)
      where not exists (select from course.learner_clock k where k.company_id = given_company and k.staff_id = g.staff)
      order by g.staff
      on conflict do nothing;
      if found then
        held := null;
      end if;
    end if;
  end loop;
  return query
  with facts as materialized (
    select g.*, m.*, h.licence_id, h.seat_state, r.credited as known_credited, r.cut_seconds as known_cut, r.learned as known_learned,
      case
        when g.staff <> all (held) then 'busy'
        when m.last_seq is null then 'notOpened'
        when r.cut_seconds is not null then 'repeated'
        when m.learner_state <> 2 then 'notEnrolled'
        when m.task_found is null or m.removed_at is not null then 'gone'
        when m.source = 2 and h.is_valid is not true then 'licenceOver'
        when m.source = 2 and not h.has_seat then 'noSeat'
        when m.source = 2 and h.seat_state = 1 and not may_wait then 'busy'
        else 'credited'
      end as outcome
    from json_to_recordset(reports) as g (
      call integer, staff uuid, course uuid, task uuid, session uuid, seq integer, now timestamptz, froms integer[], untils integer[], pages integer[],
      seconds integer[], rate double precision, visible boolean, position integer, late integer)
    left join lateral (
      select k.last_at as clock_last_at, k.used as clock_used, s.begun_at as visit_begun_at, s.last_seq,
        p.courseware_type, p.length_seconds, p.page_count, p.watched, p.page_seconds, p.repeated_seconds, p.is_complete, p.counted_percent,
        case when p.film_starts is null then '{}' else jsonb_build_object('filmStarts', p.film_starts) end as media_rule,
        e.state as learner_state, e.counting, e.whole_weight, e.done_weight, e.percent as percent_before,
        c.source, c.removed_at, t.id as task_found, t.rule, t.is_required, t.weight, z.time_zone
      from course.learner_clock k
      join course.learn_session s on s.company_id = given_company and s.staff_id = g.staff and s.id = g.session
        and s.course_id = g.course and s.task_id = g.task
      join course.media_progress p on p.company_id = given_company and p.staff_id = g.staff and p.course_id = g.course and p.task_id = g.task
      join course.enrolment e on e.company_id = given_company and e.course_id = g.course and e.staff_id = g.staff
      join course.course c on c.company_id = given_company and c.id = g.course
      join identity.company_card z on z.id = given_company
      left join course.task t on t.company_id = given_company and t.version_id = c.published_id and t.id = g.task
      where k.company_id = given_company and k.staff_id = g.staff
      offset 0
    ) m on true
    left join lateral (
      select l.id as licence_id, l.valid_from <= g.now and coalesce(l.valid_until > g.now, true) as is_valid,
        l.limit_type <> 1 or coalesce(s.state in (1, 2), false) as has_seat, s.state as seat_state
      from course.licence l
      left join course.seat s on s.company_id = given_company and s.licence_id = l.id and s.staff_id = g.staff
      where m.source = 2 and l.company_id = given_company and l.course_id = g.course
      limit 1
    ) h on true
    left join lateral (
      select q.credited, q.cut_seconds, q.new_seconds + q.repeated_seconds as learned
      from course.ping q
      where q.company_id = given_company and q.staff_id = g.staff and q.session_id = g.session and q.seq = g.seq
      offset 0
    ) r on true
  ), weighed as materialized (
    select f.*, j.*,
      case
        when f.counting in (0, 1) and not f.is_required then 0
        when f.counting in (1, 3) then 1
        else f.weight
      end * (j.own_percent - f.counted_percent) as more_weight
    from facts f
    cross join lateral course.judge_ping(f.now, f.froms, f.untils, f.pages, f.seconds, f.rate, f.visible, f.late, f.clock_last_at, f.clock_used,
      f.visit_begun_at, f.last_seq, f.courseware_type, f.rule || f.media_rule, f.length_seconds, f.page_count, f.watched, f.page_seconds, f.repeated_seconds,
      f.is_complete, f.counted_percent) j
    where f.outcome = 'credited'
  ), judged as materialized (
    select w.*, w.new_part + w.again_part as learned,
      case
        when w.percent_before = 100 or w.whole_weight = 0 then w.percent_before
        else least(99, (w.done_weight + w.more_weight) / w.whole_weight)
      end::integer as course_percent
    from weighed w
  ), clocks as (
    update course.learner_clock k
    set last_at = case when j.late is null then greatest(k.last_at, j.now) else k.last_at end,
      used = (k.used + j.taken) * tstzmultirange(tstzrange(j.now - interval '7 days', null))
    from judged j
    where k.company_id = given_company and k.staff_id = j.staff
  ), visits as (
    update course.learn_session s
    set last_seq = greatest(s.last_seq, j.seq), last_at = greatest(s.last_at, j.now)
    from judged j
    where s.company_id = given_company and s.staff_id = j.staff and s.id = j.session
  ), kept as (
    insert into course.ping (company_id, staff_id, session_id, seq, course_id, task_id, at, credited, page_seconds, new_seconds, repeated_seconds,
      cut_seconds, wall_seconds, is_late)
    select given_company, j.staff, j.session, j.seq, j.course, j.task, j.now, j.credited, j.page_pairs, j.new_part, j.again_part, j.cut, j.wall,
      j.late is not null
    from judged j
  ), progress as (
    update course.media_progress p
    set watched = j.watched_now,
      again = case when j.credited && j.watched then p.again + j.credited * j.watched else p.again end,
      page_seconds = j.pages_now,
      new_seconds = p.new_seconds + j.new_part,
      repeated_seconds = p.repeated_seconds + j.again_part,
      wall_seconds = p.wall_seconds + j.wall,
      last_position = case when j.late is null then j.position else p.last_position end,
      is_complete = j.is_done,
      counted_percent = j.own_percent,
      last_at = greatest(p.last_at, j.now)
    from judged j
    where p.company_id = given_company and p.staff_id = j.staff and p.course_id = j.course and p.task_id = j.task
  ), enrolled as (
    update course.enrolment e
    set learned_seconds = e.learned_seconds + j.learned,
      wall_seconds = e.wall_seconds + j.wall,
      done_weight = e.done_weight + j.more_weight,
      percent = j.course_percent,
      last_at = greatest(e.last_at, j.now),
      -- What was kept on a device may be older than what was learnt elsewhere.
      last_task_id = case when j.late is null then j.task else e.last_task_id end
    from judged j
    where e.company_id = given_company and e.course_id = j.course and e.staff_id = j.staff
  ), days as (
    insert into course.learn_day as d (company_id, staff_id, day, course_id, seconds, wall_seconds)
    select given_company, j.staff, (j.now at time zone j.time_zone)::date, j.course, j.learned, j.wall
    from judged j
    where j.wall > 0 or j.learned > 0
    on conflict (company_id, staff_id, day, course_id) do update
    set seconds = d.seconds + excluded.seconds, wall_seconds = d.wall_seconds + excluded.wall_seconds
  ), seats as (
    -- The first credited second uses the seat that was reserved.
    update course.seat s
    set state = 2, used_at = j.now
    from judged j
    where j.source = 2 and j.learned > 0 and s.company_id = given_company and s.licence_id = j.licence_id and s.staff_id = j.staff and s.state = 1
    returning s.licence_id, s.staff_id, s.used_at
  ), ledger as (
    insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
    select given_company, s.licence_id, s.staff_id, 'used', s.staff_id, s.used_at
    from seats s
  ), completed as (
    insert into course.task_event (company_id, course_id, staff_id, task_id, kind, cause, at)
    select given_company, j.course, j.staff, j.task, 'done', jsonb_build_object('source', 'ping', 'sessionId', j.session, 'seq', j.seq), j.now
    from judged j
    where j.becomes
    returning kit.enqueue('course.derive',
      jsonb_build_object('companyId', given_company, 'payload', jsonb_build_object('courseId', course_id, 'staffId', staff_id)), null, null, 8, null)
  )
  select f.call, f.outcome,
    (select coalesce(array_agg(lower(c) order by c), '{}') from unnest(coalesce(j.credited, f.known_credited)) c),
    (select coalesce(array_agg(upper(c) order by c), '{}') from unnest(coalesce(j.credited, f.known_credited)) c),
    coalesce(j.cut, f.known_cut),
    coalesce(j.covered, (select sum(upper(c) - lower(c)) from unnest(f.watched) c)::integer, 0),
    coalesce(j.own_percent, f.counted_percent::integer),
    coalesce(j.is_done, f.is_complete),
    coalesce(j.course_percent, f.percent_before::integer),
    coalesce(j.learned, f.known_learned)
  from facts f
  left join judged j on j.call = f.call;
end
$$;
grant execute on function course.credit_pings(uuid,json,boolean) to kaopei_app;
