-- Sitting becomes a room of its own: attempts belong to an exam, later also to a practice, a course's test or an evaluation. What the owner lays down for an
-- attempt, its terms, stands beside the attempt, so that nobody who answers has to ask the owner.
create schema sitting;
grant usage on schema sitting to kaopei_app, kaopei_search;

-- The list of an exam keeps whoever has an attempt by a trigger of its own, below.
alter table exam.attempt drop constraint attempt_company_id_exam_id_staff_id_fkey;
alter table exam.attempt set schema sitting;
alter table exam.attempt_item set schema sitting;
alter table exam.attempt_pause set schema sitting;
alter table exam.attempt_event set schema sitting;
alter table exam.answer_revision set schema sitting;
alter table exam.evaluation set schema sitting;
alter table sitting.attempt add constraint attempt_company_id_staff_id_fkey foreign key (company_id, staff_id) references org.staff (company_id, id);
comment on table sitting.attempt is 'One sitting of one person, from the start to the published result, with the terms that its owner lays down.';
comment on table sitting.evaluation is 'Every evaluation of an answer, append-only; the official one is in sitting.attempt_item.';

alter table sitting.attempt
  add column title text not null default '',
  add column close_at timestamptz,
  add column limit_minutes integer not null default 0 check (limit_minutes >= 0),
  add column hand_in_after_minutes integer not null default 0 check (hand_in_after_minutes >= 0),
  add column may_leave_unanswered boolean not null default true,
  add column may_skip boolean not null default true,
  add column is_full_screen boolean not null default false,
  add column may_copy boolean not null default false,
  add column pass_score_hundredths integer not null default 0,
  add column tells text[] not null default '{}' constraint attempt_tells_check check (tells <@ '{opened,closed,published}');
comment on column sitting.attempt.title is 'What the person knows it by.';
comment on column sitting.attempt.close_at is 'Nobody works longer, but for pauses; null: no such moment.';
comment on column sitting.attempt.limit_minutes is 'From the start; 0: no limit.';
comment on column sitting.attempt.due_at is 'The deadline, made of close_at, limit_minutes and the pauses on record; after a shortening with the notice that it leaves.';
comment on column sitting.attempt.hand_in_after_minutes is 'From the start, before which nobody may hand in; 0: none.';
comment on column sitting.attempt.tells is 'Which news the owner wants that are not told otherwise.';

-- The terms of the attempts that there are, from their exams. Below row-level security too is the owner of the tables, unless it is a superuser.
alter table sitting.attempt no force row level security;
alter table exam.exam no force row level security;
alter table exam.candidate_override no force row level security;
alter table exam.group_override no force row level security;
alter table usergroup.member no force row level security;
update sitting.attempt a
set title = t.name,
  close_at = nullif(t.close_at, 'infinity'),
  limit_minutes = t.limit_minutes,
  hand_in_after_minutes = coalesce((t.settings ->> 'forceCommitTime')::integer, 0),
  may_leave_unanswered = coalesce((t.settings ->> 'permitSkipSubmit')::boolean, true),
  may_skip = coalesce((t.settings ->> 'permitSkip')::boolean, true),
  is_full_screen = coalesce((t.settings ->> 'permitFullScreen')::boolean, false),
  may_copy = coalesce((t.settings ->> 'permitCopyPaste')::boolean, false),
  pass_score_hundredths = t.pass_score_hundredths,
  tells = case when (t.settings ->> 'notifyResult')::boolean then array['published'] else '{}' end
from (
  select s.company_id, s.id, e.name, e.settings, e.pass_score_hundredths,
    exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes) as close_at,
    case
      when coalesce(o.limit_minutes, e.duration_minutes, 0) = 0 then 0
      else ceil(coalesce(o.limit_minutes, e.duration_minutes) * (100 + coalesce(o.extra_percent, 0)) / 100.0)::integer + coalesce(o.extra_minutes, 0)
    end as limit_minutes
  from sitting.attempt s
  join exam.exam e on e.company_id = s.company_id and e.id = s.exam_id
  left join (
    select x.company_id, x.id as exam_id, o.*
    from exam.exam x
    cross join lateral exam.own_times(x.company_id, x.id) o
    where x.published_at is not null
  ) o on o.company_id = s.company_id and o.exam_id = s.exam_id and o.staff_id = s.staff_id
) t
where a.company_id = t.company_id and a.id = t.id;
alter table sitting.attempt force row level security;
alter table exam.exam force row level security;
alter table exam.candidate_override force row level security;
alter table exam.group_override force row level security;
alter table usergroup.member force row level security;
alter table sitting.attempt alter column title drop default;

grant create on schema sitting to kaopei_search;
alter function exam.absences_of(uuid, uuid) set schema sitting;
alter function exam.client_behind(uuid, uuid, integer, timestamptz) set schema sitting;
alter function exam.heartbeat(uuid, uuid, uuid, integer, timestamptz, json) set schema sitting;
alter function exam.judge_grace(uuid, uuid, integer, timestamptz, timestamptz) set schema sitting;
alter function exam.keep_as_evidence(uuid, uuid, integer, timestamptz, json, text) set schema sitting;
alter function exam.over_limit_attempts(timestamptz, integer) set schema sitting;
alter function exam.overdue_attempts(timestamptz, integer) set schema sitting;
alter function exam.save_answers(uuid, uuid, uuid, integer, timestamptz, json) set schema sitting;
alter function exam.unscored_attempts(integer, integer) set schema sitting;
alter function exam.lock_attempt(uuid) set schema sitting;
alter function exam.try_lock_attempt(uuid) set schema sitting;

create or replace function sitting.absences_of(given_company uuid, given_attempt uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer
  from (
    select e.client_time - e.away as began,
      lag(e.client_time) over (order by e.lease_epoch, e.client_seq) as last_end
    from (
      select v.type, v.lease_epoch, v.client_seq, v.client_time,
        make_interval(secs => (v.data ->> 'durationMs')::numeric::double precision / 1000) as away
      from sitting.attempt_event v
      where v.company_id = given_company
        and v.attempt_id = given_attempt
        and v.type in ('leave', 'pickFile')
        and v.data -> 'isExempt' is null
    ) e
    where (e.away < interval '1 second') is not true
      and (
        e.type = 'leave'
        or e.away > interval '60 seconds'
        or not exists (
          select from sitting.attempt_item i
          where i.company_id = given_company and i.attempt_id = given_attempt and i.type = 6
        )
      )
  ) a
  where (a.began >= a.last_end and a.began < a.last_end + interval '1 second') is not true
$function$;

create or replace function sitting.client_behind(given_company uuid, given_attempt uuid, given_epoch integer, given_due timestamp with time zone)
 RETURNS interval
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(min(e.server_time - e.client_time), interval '0')
  from sitting.answer_revision e
  where e.company_id = given_company
    and e.attempt_id = given_attempt
    and e.lease_epoch = given_epoch
    and e.kind = 'save'
    and e.server_time <= given_due
$function$;

create or replace function sitting.heartbeat(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, events json)
 RETURNS TABLE(state text, due_at timestamp with time zone, grace_seconds integer, epoch integer, submitted_at timestamp with time zone, leaves bigint)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  a record;
begin
  perform set_config('app.company_id', given_company::text, true);
  if events is not null then
    -- Who counts must see what others have just written.
    perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  end if;
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.submitted_at, t.absences, t.absence_limit into a
  from sitting.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return;
  end if;
  if events is not null and a.state in ('in_progress', 'paused') then
    insert into sitting.attempt_event
      (company_id, attempt_id, type, actor_id, source, lease_epoch, client_seq, client_time, server_time, data)
    select given_company, given_attempt, g.type, given_staff, 'client', given_epoch, g.seq, g.at, given_now,
      coalesce(g.data, '{}') || case when a.state = 'paused' then '{"isExempt": "paused"}'::jsonb else '{}' end
    from json_to_recordset(events) as g(type text, seq bigint, at timestamptz, data jsonb)
    where (
      select count(*)
      from sitting.attempt_event e
      where e.company_id = given_company and e.attempt_id = given_attempt and e.type = g.type and e.source = 'client'
    ) < 2000
    on conflict do nothing;
    a.absences := sitting.absences_of(given_company, given_attempt);
    update sitting.attempt t
    set absences = a.absences,
      over_limit_at = case when a.absence_limit > 0 and a.absences > a.absence_limit then coalesce(t.over_limit_at, given_now) end
    where t.company_id = given_company
      and t.id = given_attempt
      and t.absences <> a.absences;
  end if;
  return query select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.submitted_at, a.absences::bigint;
end
$function$;

create or replace function sitting.judge_grace(given_company uuid, given_attempt uuid, given_slot integer, written_at timestamp with time zone, given_due timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(written_at <= given_due + interval '2 seconds', false) and (
    select count(*)
    from sitting.answer_revision e
    where e.company_id = given_company
      and e.attempt_id = given_attempt
      and e.slot = given_slot
      and e.kind = 'save'
      and e.server_time > given_due
  ) < 2
$function$;

create or replace function sitting.keep_as_evidence(given_company uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, items json, given_kind text)
 RETURNS TABLE(slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
 LANGUAGE sql
AS $function$
  with judged as (
    select g.slot, g.answer, g.hash, g.base, g.seq, g.at, i.rev as current_rev, i.last_rev, i.answer as current_answer,
      r.rev as kept_rev, r.kind as kept_kind, r.server_time as kept_at, r.answer_hash as kept_hash
    from json_to_recordset(items) as g(slot integer, answer jsonb, hash text, base integer, seq bigint, at timestamptz)
    join sitting.attempt_item i
      on i.company_id = given_company and i.attempt_id = given_attempt and i.slot = g.slot
    left join lateral (
      select e.rev, e.kind, e.server_time, e.answer_hash
      from sitting.answer_revision e
      where e.company_id = given_company
        and e.attempt_id = given_attempt
        and e.slot = g.slot
        and e.client_seq = g.seq
        and e.lease_epoch = given_epoch
      limit 1
    ) r on true
    where g.answer is not null
  ), kept as (
    insert into sitting.answer_revision
      (company_id, attempt_id, slot, rev, kind, base_rev, answer, answer_hash, client_seq, client_time, server_time, lease_epoch)
    select given_company, given_attempt, j.slot, j.last_rev + 1, given_kind, j.base, j.answer, j.hash, j.seq, j.at, given_now, given_epoch
    from judged j
    where j.kept_rev is null and j.last_rev < j.current_rev + 50
  ), counted as (
    update sitting.attempt_item i
    set last_rev = j.last_rev + 1
    from judged j
    where i.company_id = given_company
      and i.attempt_id = given_attempt
      and i.slot = j.slot
      and j.kept_rev is null
      and j.last_rev < j.current_rev + 50
  )
  -- What was saved in time and is sent again gets its receipt even now.
  select j.slot, case when j.kept_kind = 'save' then 'saved' else 'kept' end,
    case when j.kept_kind = 'save' then j.kept_rev else j.current_rev end,
    case when j.kept_kind = 'save' then j.kept_at end,
    case when j.kept_kind = 'save' then j.kept_hash end,
    j.current_answer
  from judged j
$function$;

create or replace function sitting.over_limit_attempts(over_before timestamp with time zone, most integer)
 RETURNS TABLE(company_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id
  from sitting.attempt a
  where a.over_limit_at < over_before
    and a.over_limit_at is not null
    and a.state in ('in_progress', 'submitting')
  order by a.over_limit_at
  limit most
$function$;

create or replace function sitting.overdue_attempts(given_now timestamp with time zone, most integer)
 RETURNS TABLE(company_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id
  from sitting.attempt a
  where a.state in ('in_progress', 'submitting')
    and a.due_at < given_now
    and a.due_at + make_interval(secs => a.grace_seconds) < given_now
  order by a.due_at
  limit most
$function$;

create or replace function sitting.save_answers(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, items json)
 RETURNS TABLE(outcome text, state text, due_at timestamp with time zone, epoch integer, slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  a record;
  judged_as text;
  in_grace boolean;
  client_behind interval;
begin
  perform set_config('app.company_id', given_company::text, true);
  perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.is_linear, t.over_limit_at into a
  from sitting.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return query select 'notFound', null::text, null::timestamptz, null::integer,
      null::integer, null::text, null::integer, null::timestamptz, null::text, null::jsonb;
    return;
  end if;
  judged_as := case
    when a.lease_epoch <> given_epoch then 'replaced'
    when a.state = 'paused' then 'paused'
    when a.state <> 'in_progress' then 'closed'
    when a.over_limit_at < given_now - interval '10 seconds' then 'closed'
    when given_now > a.due_at + make_interval(secs => a.grace_seconds) then 'late'
    else 'open'
  end;
  if judged_as <> 'open' then
    return query select judged_as, a.state, a.due_at, a.lease_epoch,
      null::integer, null::text, null::integer, null::timestamptz, null::text, null::jsonb;
    return query select judged_as, a.state, a.due_at, a.lease_epoch, k.*
    from sitting.keep_as_evidence(given_company, given_attempt, given_epoch, given_now, items,
      case judged_as when 'replaced' then 'replaced' else 'late' end) k;
    return;
  end if;
  in_grace := coalesce(given_now > a.due_at, false);
  if in_grace then
    client_behind := sitting.client_behind(given_company, given_attempt, given_epoch, a.due_at);
  end if;
  return query
  with judged as materialized (
    select g.*, i.tid, i.rev as current_rev, i.last_rev, i.answer as current_answer, i.answer_state,
      r.rev as kept_rev, r.kind as kept_kind, r.server_time as kept_at, r.answer_hash as kept_hash,
      case
        when i.slot is null then 'unknown'
        when g.answer is null then 'noted'
        when r.kind = 'save' then 'saved'
        when r.kind in ('late', 'passed') then r.kind
        when r.kind is not null then 'conflict'
        when g.type <> i.type or not g.options <@ i.option_order or not g.parts <@ i.part_ids then 'invalid'
        when a.is_linear and (
          exists (
            select from sitting.attempt_item o
            where o.company_id = given_company
              and o.attempt_id = given_attempt
              and o.order_index > i.order_index
              and o.seen_seq is not null
          ) or exists (
            select from json_to_recordset(items) as x(slot integer, seq bigint)
            join sitting.attempt_item o on o.company_id = given_company and o.attempt_id = given_attempt and o.slot = x.slot
            where o.order_index > i.order_index
              and x.seq < g.seq
          )
        ) then 'passed'
        when in_grace and not sitting.judge_grace(given_company, given_attempt, g.slot, g.at + client_behind, a.due_at) then 'late'
        when g.base <> i.rev and not (i.lease_epoch = given_epoch and i.client_seq = any (g.prior)) then 'conflict'
        when g.blank and i.answer_state = 'answered' and g.cleared is not true then 'blank'
        else 'saved'
      end as status
    from json_to_recordset(items) as g(
      slot integer, type smallint, answer jsonb, hash text, blank boolean, options text[], parts text[],
      base integer, seq bigint, prior bigint[], at timestamptz, flagged boolean, seen boolean, cleared boolean)
    -- offset 0: one look-up in the index for each answer, never the whole paper
    left join lateral (
      select t.ctid as tid, t.slot, t.type, t.order_index, t.option_order, t.part_ids, t.answer, t.answer_state, t.rev, t.last_rev,
        t.client_seq, t.lease_epoch
      from sitting.attempt_item t
      where t.company_id = given_company
        and t.attempt_id = given_attempt
        and t.slot = g.slot
      offset 0
    ) i on true
    left join lateral (
      select e.rev, e.kind, e.server_time, e.answer_hash
      from sitting.answer_revision e
      where (g.seq <= i.client_seq or g.base <> i.rev or a.is_linear or in_grace)
        and e.company_id = given_company
        and e.attempt_id = given_attempt
        and e.slot = g.slot
        and e.client_seq = g.seq
        and e.lease_epoch = given_epoch
      limit 1
    ) r on true
  ), fresh as (
    select j.*, j.status = 'saved' as counts,
      j.status in ('conflict', 'late', 'passed') and j.last_rev < j.current_rev + 50 as is_evidence
    from judged j
    where j.kept_rev is null
  ), kept as (
    insert into sitting.answer_revision
      (company_id, attempt_id, slot, rev, kind, base_rev, answer, answer_hash, client_seq, client_time, server_time, lease_epoch)
    select given_company, given_attempt, j.slot, j.last_rev + 1, case j.status when 'saved' then 'save' else j.status end,
      j.base, j.answer, j.hash, j.seq, j.at, given_now, given_epoch
    from fresh j
    where j.counts or j.is_evidence
  ), changed as (
    update sitting.attempt_item i
    set answer = case when j.counts then j.answer else i.answer end,
      rev = case when j.counts then j.last_rev + 1 else i.rev end,
      last_rev = case when j.counts or j.is_evidence then j.last_rev + 1 else i.last_rev end,
      client_seq = case when j.counts then j.seq else i.client_seq end,
      lease_epoch = case when j.counts then given_epoch else i.lease_epoch end,
      answered_at = case when j.counts then given_now else i.answered_at end,
      answer_state = case
        when j.counts and not j.blank then 'answered'
        when j.counts and i.answer_state in ('answered', 'cleared') then 'cleared'
        when i.answer_state = 'not_seen' and (j.counts or j.seen) then 'seen_blank'
        else i.answer_state
      end,
      is_flagged = case when j.seq > i.note_seq then coalesce(j.flagged, i.is_flagged) else i.is_flagged end,
      note_seq = greatest(i.note_seq, j.seq),
      seen_seq = case when j.counts or j.status in ('conflict', 'noted') then coalesce(i.seen_seq, j.seq) else i.seen_seq end
    from fresh j
    where i.ctid = j.tid
      and i.company_id = given_company
      and i.attempt_id = given_attempt
      and j.status in ('saved', 'conflict', 'noted', 'late', 'passed')
  )
  select judged_as, a.state, a.due_at, a.lease_epoch, j.slot, j.status,
    case when j.status = 'saved' then coalesce(j.kept_rev, j.last_rev + 1) else j.current_rev end,
    case when j.status = 'saved' then coalesce(j.kept_at, given_now) end,
    case when j.status = 'saved' then coalesce(j.kept_hash, j.hash) end,
    case when j.status in ('conflict', 'blank', 'passed', 'late') then j.current_answer end
  from judged j;
  if in_grace then
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
    select given_company, given_attempt, 'graceSave', given_staff, given_epoch, given_now, jsonb_build_object(
      'secondsLate', ceil(extract(epoch from given_now - a.due_at)),
      'counted', count(*) filter (where e.kind = 'save'),
      'refused', count(*) filter (where e.kind = 'late'),
      'slots', jsonb_agg(e.slot order by e.slot))
    from sitting.answer_revision e
    where e.company_id = given_company
      and e.attempt_id = given_attempt
      and e.lease_epoch = given_epoch
      and e.server_time = given_now
      and e.kind in ('save', 'late')
    having count(*) > 0;
  end if;
end
$function$;

create or replace function sitting.unscored_attempts(most integer, most_of_company integer)
 RETURNS TABLE(company_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select numbered.company_id, numbered.id
  from (
    select a.company_id, a.id, a.updated_at, row_number() over (partition by a.company_id order by a.updated_at) as place
    from sitting.attempt a
    where a.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned')
  ) numbered
  where numbered.place <= most_of_company
  order by numbered.place, numbered.updated_at
  limit most
$function$;

revoke create on schema sitting from kaopei_search;

create or replace function exam.last_close(given_company uuid, given_exam uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select greatest(
    coalesce(e.admission_end_at, 'infinity'),
    (
      select max(exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes))
      from exam.own_times(given_company, given_exam) o
      join exam.candidate c on c.company_id = given_company and c.exam_id = given_exam and c.staff_id = o.staff_id
      where coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) = 0
        or coalesce(o.attempts_allowed, (e.settings ->> 'repeatCount')::integer, 1) > (
          select count(*)
          from sitting.attempt a
          where a.company_id = given_company and a.exam_id = given_exam and a.staff_id = o.staff_id
        )
    ),
    (
      select max(case when a.state in ('in_progress', 'paused', 'submitting') then coalesce(a.due_at, 'infinity') else a.due_at end)
      from sitting.attempt a
      where a.company_id = given_company and a.exam_id = given_exam
    )
  )
  from exam.exam e
  where e.company_id = given_company and e.id = given_exam
$function$;

create or replace function tenant.companies_with_new_uses(before_id uuid, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id
  from platform.company c
  left join tenant.use_cursor u on u.company_id = c.id
  where exists (
    select from sitting.attempt a
    where a.company_id = c.id and a.id > coalesce(u.exam_up_to, '00000000-0000-0000-0000-000000000000') and a.id < before_id)
  limit most
$$;

-- Asked by whoever opens an attempt, in the statement that writes it. Waits for a change of the exam's times, and keeps the next one waiting.
drop function exam.times_unchanged(uuid, uuid, uuid, integer, jsonb);
create function exam.may_open(given_company uuid, given_exam uuid, given_staff uuid, seen jsonb) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(exam.times_lock(given_exam));
  return exists (
    select
    from exam.exam e
    join exam.candidate c on c.company_id = e.company_id and c.exam_id = e.id and c.staff_id = given_staff
    where e.company_id = given_company
      and e.id = given_exam
      and e.version = (seen ->> 'version')::integer
      and nullif(seen -> 'own', 'null') is not distinct from (
        select o.stored from exam.own_times(given_company, given_exam) o where o.staff_id = given_staff)
  );
end
$$;

-- Whoever has an attempt stays on the list. Taken off are people while nobody starts (exam.times_lock), so none begins at this moment.
create function exam.keep_who_has_begun() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from sitting.attempt a
    where a.company_id = old.company_id and a.exam_id = old.exam_id and a.staff_id = old.staff_id
  ) then
    raise foreign_key_violation using message = 'a candidate who has an attempt stays on the list', table = 'candidate', schema = 'exam';
  end if;
  return old;
end
$$;
create trigger keep_who_has_begun before delete on exam.candidate for each row execute function exam.keep_who_has_begun();
