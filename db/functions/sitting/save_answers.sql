-- version 2
-- Saves the answers of one call. `items`: [{slot, type, answer, hash, blank, options, parts, base, seq, prior, at, flagged, seen, cleared}].
--
-- Every row answered carries the attempt's outcome: notFound, replaced (another device has the lease), paused, closed, late (each with a
-- first row without a slot), unsafe (nothing is kept: the owner asks for a browser that app.safe_browser does not show), open. Under `open` each slot has its status:
--   saved     counts now; rev, saved_at and hash are what the receipt is made of; a repeated sequence number answers its first write
--   noted     no answer was given, only a flag or that the question was seen
--   conflict  based on an older revision than the current one: kept, does not count; current_answer and rev are what counts
--   blank     an empty answer over a written one without `cleared`: not kept
--   passed    the exam does not let a candidate come back to this question: kept, does not count
--   late      came after the deadline, and not as something written before it (exam.judge_grace): kept, does not count
--   invalid   the answer names an option or a part that the question does not have, or is of another type
--   unknown   the attempt has no such slot
-- Under the other outcomes answers are kept as evidence (status kept), at most 50 in a row for a slot.
create or replace function sitting.save_answers(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, items json)
returns table(outcome text, state text, due_at timestamp with time zone, epoch integer, slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  a record;
  judged_as text;
  in_grace boolean;
  client_behind interval;
begin
  perform set_config('app.company_id', given_company::text, true);
  perform pg_advisory_xact_lock(uuid_hash_extended(given_attempt, 5));
  select t.state, t.due_at, t.grace_seconds, t.lease_epoch, t.is_linear, t.over_limit_at, t.safe_keys, t.owner_id into a
  from sitting.attempt t
  where t.company_id = given_company and t.id = given_attempt and t.staff_id = given_staff;
  if not found then
    return query select 'notFound', null::text, null::timestamptz, null::integer,
      null::integer, null::text, null::integer, null::timestamptz, null::text, null::jsonb;
    return;
  end if;
  if a.safe_keys <> '{}' and not sitting.in_safe_browser(a.safe_keys, a.owner_id, nullif(current_setting('app.safe_browser', true), '')::jsonb) then
    return query select 'unsafe', a.state, a.due_at, a.lease_epoch,
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
$$;
grant execute on function sitting.save_answers(uuid,uuid,uuid,integer,timestamp with time zone,json) to kaopei_app;
