-- The hot path of an exam (wire.md, "Saving an answer"): one call, one statement, one durable commit. Everything that a save must be checked
-- against is read here, under a lock of the attempt that writes nothing and that the hand-in takes too, so that no answer slips in after it.

-- Serialises everything that changes one attempt, until the transaction ends.
create function exam.lock_attempt(given_attempt uuid) returns void
language sql volatile
begin atomic
  select pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
end;
grant execute on function exam.lock_attempt(uuid) to kaopei_app;

-- Saves the answers of one call. `items`: [{slot, type, answer, hash, blank, options, parts, base, seq, prior, at, flagged, seen, cleared}].
--
-- Every row answered carries the attempt's outcome: notFound, replaced (another device has the lease), paused, closed, late (each with a
-- first row without a slot), open. Under `open` each slot has its status:
--   saved     counts now; rev, saved_at and hash are what the receipt is made of; a repeated sequence number answers its first write
--   noted     no answer was given, only a flag or that the question was seen
--   conflict  based on an older revision than the current one: kept, does not count; current_answer and rev are what counts
--   blank     an empty answer over a written one without `cleared`: not kept
--   passed    the exam does not let a candidate come back to this question
--   invalid   the answer names an option or a part that the question does not have, or is of another type
--   unknown   the attempt has no such slot
-- Under the other outcomes answers are kept as evidence (status kept), at most 50 in a row for a slot.
create function exam.save_answers(
  given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamptz, items json
) returns table (
  outcome text, state text, due_at timestamptz, epoch integer,
  slot integer, status text, rev integer, saved_at timestamptz, hash text, current_answer jsonb
)
-- Planned once per connection: planning anew, which PostgreSQL would choose here, costs four times the work itself.
language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a record;
  judged_as text;
begin
  perform set_config('app.company_id', given_company::text, true);
  perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.is_linear into a
  from exam.attempt t
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
    when given_now > a.due_at + make_interval(secs => a.grace_seconds) then 'late'
    else 'open'
  end;
  if judged_as <> 'open' then
    return query select judged_as, a.state, a.due_at, a.lease_epoch,
      null::integer, null::text, null::integer, null::timestamptz, null::text, null::jsonb;
    return query select judged_as, a.state, a.due_at, a.lease_epoch, k.*
    from exam.keep_as_evidence(given_company, given_attempt, given_epoch, given_now, items,
      case judged_as when 'replaced' then 'replaced' else 'late' end) k;
    return;
  end if;
  return query
  with judged as materialized (
    select g.*, i.tid, i.rev as current_rev, i.last_rev, i.answer as current_answer, i.answer_state,
      r.rev as kept_rev, r.kind as kept_kind, r.server_time as kept_at, r.answer_hash as kept_hash,
      case
        when i.slot is null then 'unknown'
        when g.answer is null then 'noted'
        when r.kind = 'save' then 'saved'
        when r.kind is not null then 'conflict'
        when g.type <> i.type or not g.options <@ i.option_order or not g.parts <@ i.part_ids then 'invalid'
        when a.is_linear and exists (
          select from exam.attempt_item o
          where o.company_id = given_company
            and o.attempt_id = given_attempt
            and o.order_index > i.order_index
            and o.seen_seq < g.seq
        ) then 'passed'
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
      from exam.attempt_item t
      where t.company_id = given_company
        and t.attempt_id = given_attempt
        and t.slot = g.slot
      offset 0
    ) i on true
    left join lateral (
      select e.rev, e.kind, e.server_time, e.answer_hash
      from exam.answer_revision e
      where (g.seq <= i.client_seq or g.base <> i.rev)
        and e.company_id = given_company
        and e.attempt_id = given_attempt
        and e.slot = g.slot
        and e.client_seq = g.seq
        and e.lease_epoch = given_epoch
      limit 1
    ) r on true
  ), kept as (
    insert into exam.answer_revision
      (company_id, attempt_id, slot, rev, kind, base_rev, answer, answer_hash, client_seq, client_time, server_time, lease_epoch)
    select given_company, given_attempt, j.slot, j.last_rev + 1, case j.status when 'saved' then 'save' else 'conflict' end,
      j.base, j.answer, j.hash, j.seq, j.at, given_now, given_epoch
    from judged j
    where j.kept_rev is null and (j.status = 'saved' or j.status = 'conflict' and j.last_rev < j.current_rev + 50)
  ), changed as (
    update exam.attempt_item i
    set answer = case when j.counts then j.answer else i.answer end,
      rev = case when j.counts then j.last_rev + 1 else i.rev end,
      last_rev = case when j.counts or j.status = 'conflict' and j.last_rev < j.current_rev + 50 then j.last_rev + 1 else i.last_rev end,
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
      seen_seq = coalesce(i.seen_seq, j.seq)
    from (select j.*, j.status = 'saved' as counts from judged j where j.kept_rev is null) j
    where i.ctid = j.tid
      and i.company_id = given_company
      and i.attempt_id = given_attempt
      and j.status in ('saved', 'conflict', 'noted')
  )
  select judged_as, a.state, a.due_at, a.lease_epoch, j.slot, j.status,
    case when j.status = 'saved' then coalesce(j.kept_rev, j.last_rev + 1) else j.current_rev end,
    case when j.status = 'saved' then coalesce(j.kept_at, given_now) end,
    case when j.status = 'saved' then coalesce(j.kept_hash, j.hash) end,
    case when j.status in ('conflict', 'blank', 'passed') then j.current_answer end
  from judged j;
end
$$;

-- Keeps answers that do not count: they came too late, or from a device that had been replaced.
create function exam.keep_as_evidence(
  given_company uuid, given_attempt uuid, given_epoch integer, given_now timestamptz, items json, given_kind text
) returns table (slot integer, status text, rev integer, saved_at timestamptz, hash text, current_answer jsonb)
language sql volatile as $$
  with judged as (
    select g.slot, g.answer, g.hash, g.base, g.seq, g.at, i.rev as current_rev, i.last_rev, i.answer as current_answer,
      r.rev as kept_rev, r.kind as kept_kind, r.server_time as kept_at, r.answer_hash as kept_hash
    from json_to_recordset(items) as g(slot integer, answer jsonb, hash text, base integer, seq bigint, at timestamptz)
    join exam.attempt_item i
      on i.company_id = given_company and i.attempt_id = given_attempt and i.slot = g.slot
    left join lateral (
      select e.rev, e.kind, e.server_time, e.answer_hash
      from exam.answer_revision e
      where e.company_id = given_company
        and e.attempt_id = given_attempt
        and e.slot = g.slot
        and e.client_seq = g.seq
        and e.lease_epoch = given_epoch
      limit 1
    ) r on true
    where g.answer is not null
  ), kept as (
    insert into exam.answer_revision
      (company_id, attempt_id, slot, rev, kind, base_rev, answer, answer_hash, client_seq, client_time, server_time, lease_epoch)
    select given_company, given_attempt, j.slot, j.last_rev + 1, given_kind, j.base, j.answer, j.hash, j.seq, j.at, given_now, given_epoch
    from judged j
    where j.kept_rev is null and j.last_rev < j.current_rev + 50
  ), counted as (
    update exam.attempt_item i
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
$$;
grant execute on function exam.save_answers(uuid, uuid, uuid, integer, timestamptz, json) to kaopei_app;
grant execute on function exam.keep_as_evidence(uuid, uuid, integer, timestamptz, json, text) to kaopei_app;

-- A sign of life: the times that count, whether the device still has the lease, and what the client saw happen (each event once).
create function exam.heartbeat(
  given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamptz, events json
) returns table (state text, due_at timestamptz, grace_seconds integer, epoch integer, submitted_at timestamptz, leaves bigint)
language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a record;
begin
  perform set_config('app.company_id', given_company::text, true);
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.submitted_at into a
  from exam.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return;
  end if;
  if events is not null then
    insert into exam.attempt_event
      (company_id, attempt_id, type, actor_id, source, lease_epoch, client_seq, client_time, server_time, data)
    select given_company, given_attempt, g.type, given_staff, 'client', given_epoch, g.seq, g.at, given_now, coalesce(g.data, '{}')
    from json_to_recordset(events) as g(type text, seq bigint, at timestamptz, data jsonb)
    where a.state in ('in_progress', 'paused')
    on conflict do nothing;
  end if;
  return query select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.submitted_at,
    case when events is null then null else (
      select count(*)
      from exam.attempt_event e
      where e.company_id = given_company and e.attempt_id = given_attempt and e.type = 'leave'
    ) end;
end
$$;
grant execute on function exam.heartbeat(uuid, uuid, uuid, integer, timestamptz, json) to kaopei_app;

-- What the workers' sweeps look for across companies: attempts whose time is over, and closed ones that nobody scored.
create policy sweep on exam.attempt for select to kaopei_search using (true);
grant select on exam.attempt to kaopei_search;
grant create on schema exam to kaopei_search;

create function exam.overdue_attempts(given_now timestamptz, most integer) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.company_id, a.id
  from exam.attempt a
  where a.state in ('in_progress', 'submitting')
    and a.due_at < given_now
    and a.due_at + make_interval(secs => a.grace_seconds) < given_now
  order by a.due_at
  limit most
$$;
alter function exam.overdue_attempts(timestamptz, integer) owner to kaopei_search;
revoke all on function exam.overdue_attempts(timestamptz, integer) from public;
grant execute on function exam.overdue_attempts(timestamptz, integer) to kaopei_app;

create function exam.unscored_attempts(closed_before timestamptz, most integer) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.company_id, a.id
  from exam.attempt a
  where a.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned')
    and a.updated_at < closed_before
  order by a.updated_at
  limit most
$$;
alter function exam.unscored_attempts(timestamptz, integer) owner to kaopei_search;
revoke all on function exam.unscored_attempts(timestamptz, integer) from public;
grant execute on function exam.unscored_attempts(timestamptz, integer) to kaopei_app;
revoke create on schema exam from kaopei_search;
