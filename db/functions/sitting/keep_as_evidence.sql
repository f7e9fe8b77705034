-- version 1
-- Keeps answers that do not count: they came too late, or from a device that had been replaced.
create or replace function sitting.keep_as_evidence(given_company uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, items json, given_kind text)
returns table(slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
language sql
as $$
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
$$;
grant execute on function sitting.keep_as_evidence(uuid,uuid,integer,timestamp with time zone,json,text) to kaopei_app;
