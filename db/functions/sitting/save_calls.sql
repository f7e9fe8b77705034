-- version 1
-- Saves the answers of several calls at once, each of another attempt; of one alone where `may_wait` lets it wait until nobody else is at work on the attempt.
-- `calls`: [{call, staff, attempt, epoch, now, shown}], where `call` is the number by which rows are told apart and `shown` what the browser shows of a safe
-- one; `items`: [{call, slot, type, answer, hash, blank, options, parts, base, seq, prior, at, flagged, seen, cleared}].
--
-- Every row answered carries its call and the attempt's outcome: busy (somebody else is at work on it: nothing was looked at, it has to come again, alone),
-- notFound, unsafe (nothing is kept: the owner asks for a browser that is not shown), replaced (another device has the lease), paused, closed, late, open.
-- A call of which nothing else is to be said has one row without a slot; under `open` each slot has its status:
--   saved     counts now; rev, saved_at and hash are what the receipt is made of; a repeated sequence number answers its first write
--   noted     no answer was given, only a flag or that the question was seen
--   conflict  based on an older revision than the current one: kept, does not count; current_answer and rev are what counts
--   blank     an empty answer over a written one without `cleared`: not kept
--   passed    the exam does not let a candidate come back to this question: kept, does not count
--   late      came after the deadline, and not as something written before it (sitting.judge_grace): kept, does not count
--   invalid   the answer names an option or a part that the question does not have, or is of another type
--   unknown   the attempt has no such slot
-- Under replaced, paused, closed and late answers are kept as evidence (status kept), at most 50 in a row for a slot.
create or replace function sitting.save_calls(given_company uuid, calls json, items json, may_wait boolean)
returns table(call integer, outcome text, due_at timestamp with time zone, epoch integer, slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  held uuid[];
begin
  perform set_config('app.company_id', given_company::text, true);
  if may_wait then
    held := array[(calls -> 0 ->> 'attempt')::uuid];
    perform pg_advisory_xact_lock(uuid_hash_extended(held[1], 5));
  else
    held := array(
      select c.attempt
      from json_to_recordset(calls) as c (attempt uuid)
      where pg_try_advisory_xact_lock(uuid_hash_extended(c.attempt, 5)));
  end if;
  return query
  with called as materialized (
    select c.call, c.staff, c.attempt, c.epoch, c.now, t.due_at, t.lease_epoch, t.is_linear,
      coalesce(c.now > t.due_at, false) as in_grace,
      case
        when c.attempt <> all (held) then 'busy'
        when t.lease_epoch is null then 'notFound'
        when t.safe_keys <> '{}' and not sitting.in_safe_browser(t.safe_keys, t.owner_id, c.shown) then 'unsafe'
        when t.lease_epoch <> c.epoch then 'replaced'
        when t.state = 'paused' then 'paused'
        when t.state <> 'in_progress' then 'closed'
        when t.over_limit_at < c.now - interval '10 seconds' then 'closed'
        when c.now > t.due_at + make_interval(secs => t.grace_seconds) then 'late'
        else 'open'
      end as outcome
    from json_to_recordset(calls) as c (call integer, staff uuid, attempt uuid, epoch integer, now timestamptz, shown jsonb)
    left join lateral (
      select a.state, a.due_at, a.grace_seconds, a.lease_epoch, a.is_linear, a.over_limit_at, a.safe_keys, a.owner_id
      from sitting.attempt a
      where a.company_id = given_company
        and a.id = c.attempt
        and a.staff_id = c.staff
      offset 0
    ) t on true
  ), judged as materialized (
    select g.*, c.attempt, c.epoch, c.now, i.tid, i.rev as current_rev, i.last_rev, i.answer as current_answer, i.answer_state,
      r.rev as kept_rev, r.kind as kept_kind, r.server_time as kept_at, r.answer_hash as kept_hash,
      case
        when i.slot is null then 'unknown'
        when g.answer is null then 'noted'
        when r.kind = 'save' then 'saved'
        when r.kind in ('late', 'passed') then r.kind
        when r.kind is not null then 'conflict'
        when g.type <> i.type or not g.options <@ i.option_order or not g.parts <@ i.part_ids then 'invalid'
        when c.is_linear and sitting.has_gone_on(given_company, c.attempt, i.order_index, g.seq, items, g.call) then 'passed'
        when c.in_grace and not sitting.judge_grace(given_company, c.attempt, g.slot,
          g.at + sitting.client_behind(given_company, c.attempt, c.epoch, c.due_at), c.due_at) then 'late'
        when g.base <> i.rev and not (i.lease_epoch = c.epoch and i.client_seq = any (g.prior)) then 'conflict'
        when g.blank and i.answer_state = 'answered' and g.cleared is not true then 'blank'
        else 'saved'
      end as status
    from rows from (json_to_recordset(items) as (
      call integer, slot integer, type smallint, answer jsonb, hash text, blank boolean, options text[], parts text[],
      base integer, seq bigint, prior bigint[], at timestamptz, flagged boolean, seen boolean, cleared boolean)) with ordinality
      as g (call, slot, type, answer, hash, blank, options, parts, base, seq, prior, at, flagged, seen, cleared, place)
    join called c on c.call = g.call and c.outcome = 'open'
    -- offset 0: one look-up in the index for each answer, never the whole paper
    left join lateral (
      select t.ctid as tid, t.slot, t.type, t.order_index, t.option_order, t.part_ids, t.answer, t.answer_state, t.rev, t.last_rev,
        t.client_seq, t.lease_epoch
      from sitting.attempt_item t
      where t.company_id = given_company
        and t.attempt_id = c.attempt
        and t.slot = g.slot
      offset 0
    ) i on true
    left join lateral (
      select e.rev, e.kind, e.server_time, e.answer_hash
      from sitting.answer_revision e
      where (g.seq <= i.client_seq or g.base <> i.rev or c.is_linear or c.in_grace)
        and e.company_id = given_company
        and e.attempt_id = c.attempt
        and e.slot = g.slot
        and e.client_seq = g.seq
        and e.lease_epoch = c.epoch
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
    select given_company, j.attempt, j.slot, j.last_rev + 1, case j.status when 'saved' then 'save' else j.status end,
      j.base, j.answer, j.hash, j.seq, j.at, j.now, j.epoch
    from fresh j
    where j.counts or j.is_evidence
  ), changed as (
    update sitting.attempt_item i
    set answer = case when j.counts then j.answer else i.answer end,
      rev = case when j.counts then j.last_rev + 1 else i.rev end,
      last_rev = case when j.counts or j.is_evidence then j.last_rev + 1 else i.last_rev end,
      client_seq = case when j.counts then j.seq else i.client_seq end,
      lease_epoch = case when j.counts then j.epoch else i.lease_epoch end,
      answered_at = case when j.counts then j.now else i.answered_at end,
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
      and i.attempt_id = j.attempt
      and j.status in ('saved', 'conflict', 'noted', 'late', 'passed')
  )
  select s.call, s.outcome, s.due_at, s.lease_epoch, s.slot, s.status, s.rev, s.saved_at, s.hash, s.current_answer
  from (
    select c.call, c.outcome, c.due_at, c.lease_epoch, j.place, j.slot, j.status,
      case when j.status = 'saved' then coalesce(j.kept_rev, j.last_rev + 1) else j.current_rev end as rev,
      case when j.status = 'saved' then coalesce(j.kept_at, c.now) end as saved_at,
      case when j.status = 'saved' then coalesce(j.kept_hash, j.hash) end as hash,
      case when j.status in ('conflict', 'blank', 'passed', 'late') then j.current_answer end as current_answer
    from called c
    left join judged j on j.call = c.call
    union all
    select c.call, c.outcome, c.due_at, c.lease_epoch, null, k.*
    from called c
    cross join lateral sitting.keep_as_evidence(given_company, c.attempt, c.epoch, c.now,
      (select json_agg(i.item) from json_array_elements(items) as i (item) where (i.item ->> 'call')::integer = c.call),
      case c.outcome when 'replaced' then 'replaced' else 'late' end) k
    where c.outcome in ('replaced', 'paused', 'closed', 'late')
    union all
    select c.call, c.outcome, c.due_at, c.lease_epoch, null, null, null, null, null, null, null
    from called c
    where c.outcome = 'open'
      and c.in_grace
      and sitting.note_grace(given_company, c.attempt, c.staff, c.epoch, c.now, c.due_at,
        array(select f.slot from fresh f where f.call = c.call and f.counts order by f.slot),
        array(select f.slot from fresh f where f.call = c.call and f.is_evidence and f.status = 'late' order by f.slot))
  ) s
  order by s.call, s.place nulls first;
end
$$;
grant execute on function sitting.save_calls(uuid,json,json,boolean) to kaopei_app;
