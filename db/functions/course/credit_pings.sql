-- version 5
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
  -- Setting up a statement costs by what it names: each step gets what it needs and no more, and what is rare stands in functions of its own.
  return query
  with judged as materialized (
    select g.call, g.staff, g.course, g.task, g.session, g.seq, g.now, g.position, g.late is null as is_live, f.outcome, f.licence_id, f.seat_state,
      f.last_seq, f.watched as watched_before, j.taken, j.wall, j.watched_now, j.page_pairs, j.pages_now, j.again_part, j.becomes, w.more_weight,
      coalesce(j.credited, f.known_credited) as credited,
      coalesce(j.cut, f.known_cut) as cut,
      coalesce(j.new_part + j.again_part, f.known_learned) as learned,
      coalesce(j.covered, (select sum(upper(c) - lower(c)) from unnest(f.watched) c)::integer, 0) as covered,
      coalesce(j.own_percent, f.counted_percent::integer) as own_percent,
      coalesce(j.is_done, f.is_complete) as is_done,
      case
        when j.own_percent is null or f.percent_before = 100 or f.whole_weight = 0 then f.percent_before
        else least(99, (f.done_weight + w.more_weight) / f.whole_weight)
      end::integer as course_percent
    from json_to_recordset(reports) as g (
      call integer, staff uuid, course uuid, task uuid, session uuid, seq integer, now timestamptz, froms integer[], untils integer[], pages integer[],
      seconds integer[], rate double precision, visible boolean, position integer, late integer)
    left join lateral (
      select k.last_at as clock_last_at, k.used as clock_used, s.begun_at as visit_begun_at, s.last_seq,
        p.courseware_type, p.length_seconds, p.page_count, p.watched, p.page_seconds, p.repeated_seconds, p.is_complete, p.counted_percent,
        case when p.film_starts is null then t.rule else t.rule || jsonb_build_object('filmStarts', p.film_starts) end as rule,
        e.whole_weight, e.done_weight, e.percent as percent_before,
        case
          when e.counting in (0, 1) and not t.is_required then 0
          when e.counting in (1, 3) then 1
          else t.weight
        end as weight,
        h.licence_id, h.seat_state, r.credited as known_credited, r.cut_seconds as known_cut, r.learned as known_learned,
        case
          when r.cut_seconds is not null then 'repeated'
          when e.state <> 2 then 'notEnrolled'
          when t.id is null or c.removed_at is not null then 'gone'
          when c.source = 2 and h.is_valid is not true then 'licenceOver'
          when c.source = 2 and not h.has_seat then 'noSeat'
          when c.source = 2 and h.seat_state = 1 and not may_wait then 'busy'
          else 'credited'
        end as outcome
      from course.learner_clock k
      join course.learn_session s on s.company_id = given_company and s.staff_id = g.staff and s.id = g.session
        and s.course_id = g.course and s.task_id = g.task
      join course.media_progress p on p.company_id = given_company and p.staff_id = g.staff and p.course_id = g.course and p.task_id = g.task
      join course.enrolment e on e.company_id = given_company and e.course_id = g.course and e.staff_id = g.staff
      join course.course c on c.company_id = given_company and c.id = g.course
      left join course.task t on t.company_id = given_company and t.version_id = c.published_id and t.id = g.task
      left join lateral (
        select l.id as licence_id, l.valid_from <= g.now and coalesce(l.valid_until > g.now, true) as is_valid,
          l.limit_type <> 1 or coalesce(a.state in (1, 2), false) as has_seat, a.state as seat_state
        from course.licence l
        left join course.seat a on a.company_id = given_company and a.licence_id = l.id and a.staff_id = g.staff
        where c.source = 2 and l.company_id = given_company and l.course_id = g.course
        limit 1
      ) h on true
      left join lateral (
        select q.credited, q.cut_seconds, q.new_seconds + q.repeated_seconds as learned
        from course.ping q
        where g.seq <= s.last_seq and q.company_id = given_company and q.staff_id = g.staff and q.session_id = g.session and q.seq = g.seq
        offset 0
      ) r on true
      where k.company_id = given_company and k.staff_id = g.staff and g.staff = any (held)
      offset 0
    ) f on true
    left join lateral (
      select *
      from course.judge_ping(g.now, g.froms, g.untils, g.pages, g.seconds, g.rate, g.visible, g.late, f.clock_last_at, f.clock_used, f.visit_begun_at,
        f.last_seq, f.courseware_type, f.rule, f.length_seconds, f.page_count, f.watched, f.page_seconds, f.repeated_seconds, f.is_complete,
        f.counted_percent)
      where f.outcome = 'credited'
      offset 0
    ) j on true
    cross join lateral (select f.weight * (j.own_percent - f.counted_percent) as more_weight) w
  ), clocks as (
    update course.learner_clock k
    set last_at = case when j.is_live then greatest(k.last_at, j.now) else k.last_at end,
      used = (k.used + j.taken) * tstzmultirange(tstzrange(j.now - interval '7 days', null))
    from judged j
    where j.outcome = 'credited' and k.company_id = given_company and k.staff_id = j.staff
  ), visits as (
    update course.learn_session s
    set last_seq = greatest(s.last_seq, j.seq), last_at = greatest(s.last_at, j.now)
    from judged j
    where j.outcome = 'credited' and s.company_id = given_company and s.staff_id = j.staff and s.id = j.session
  ), kept as (
    insert into course.ping (company_id, staff_id, session_id, seq, course_id, task_id, at, credited, page_seconds, new_seconds, repeated_seconds,
      cut_seconds, wall_seconds, is_late)
    select given_company, j.staff, j.session, j.seq, j.course, j.task, j.now, j.credited, j.page_pairs, j.learned - j.again_part, j.again_part, j.cut,
      j.wall, not j.is_live
    from judged j
    where j.outcome = 'credited'
  ), progress as (
    update course.media_progress p
    set watched = j.watched_now,
      again = case when j.credited && j.watched_before then p.again + j.credited * j.watched_before else p.again end,
      page_seconds = j.pages_now,
      new_seconds = p.new_seconds + j.learned - j.again_part,
      repeated_seconds = p.repeated_seconds + j.again_part,
      wall_seconds = p.wall_seconds + j.wall,
      last_position = case when j.is_live then j.position else p.last_position end,
      is_complete = j.is_done,
      counted_percent = j.own_percent,
      last_at = greatest(p.last_at, j.now)
    from judged j
    where j.outcome = 'credited' and p.company_id = given_company and p.staff_id = j.staff and p.course_id = j.course and p.task_id = j.task
    returning case when j.becomes then course.done_by_ping(given_company, j.staff, j.course, j.task, j.session, j.seq, j.now) end
  ), enrolled as (
    update course.enrolment e
    set learned_seconds = e.learned_seconds + j.learned,
      wall_seconds = e.wall_seconds + j.wall,
      done_weight = e.done_weight + j.more_weight,
      percent = j.course_percent,
      -- To the minute while somebody goes on with one film, for lists are sorted by it: each change is one in three indexes.
      last_at = case
        when j.last_seq > 0 and j.task = e.last_task_id and j.now < e.last_at + interval '1 minute' then e.last_at
        else greatest(e.last_at, j.now)
      end,
      -- What was kept on a device may be older than what was learnt elsewhere.
      last_task_id = case when j.is_live then j.task else e.last_task_id end
    from judged j
    where j.outcome = 'credited' and e.company_id = given_company and e.course_id = j.course and e.staff_id = j.staff
    -- The first credited second uses the seat that was reserved.
    returning case when j.seat_state = 1 and j.learned > 0 then course.use_seat(given_company, j.licence_id, j.staff, j.now) end
  ), days as (
    insert into course.learn_day as d (company_id, staff_id, day, course_id, seconds, wall_seconds)
    select given_company, j.staff, (j.now at time zone (select z.time_zone from identity.company_card z where z.id = given_company))::date, j.course,
      j.learned, j.wall
    from judged j
    where j.outcome = 'credited' and (j.wall > 0 or j.learned > 0)
    on conflict (company_id, staff_id, day, course_id) do update
    set seconds = d.seconds + excluded.seconds, wall_seconds = d.wall_seconds + excluded.wall_seconds
  )
  select j.call,
    coalesce(j.outcome, case when j.staff = any (held) then 'notOpened' else 'busy' end),
    case
      when j.credited = multirange(range_merge(j.credited)) then array_remove(array[lower(j.credited)], null)
      else array(select lower(c) from unnest(j.credited) c order by c)
    end,
    case
      when j.credited = multirange(range_merge(j.credited)) then array_remove(array[upper(j.credited)], null)
      else array(select upper(c) from unnest(j.credited) c order by c)
    end,
    j.cut, j.covered, j.own_percent, j.is_done, j.course_percent, j.learned
  from judged j;
end
$$;
grant execute on function course.credit_pings(uuid,json,boolean) to kaopei_app;
