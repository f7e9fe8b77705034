-- version 1
-- Of an exam that lets nobody come back: whether the candidate has seen a later question, or this call brings something that was written to a later one before.
create or replace function sitting.has_gone_on(given_company uuid, given_attempt uuid, given_order integer, given_seq bigint, items json, given_call integer)
returns boolean
language sql
stable
as $$
  select exists (
    select from sitting.attempt_item o
    where o.company_id = given_company
      and o.attempt_id = given_attempt
      and o.order_index > given_order
      and o.seen_seq is not null
  ) or exists (
    select from json_to_recordset(items) as x (call integer, slot integer, seq bigint)
    join sitting.attempt_item o on o.company_id = given_company and o.attempt_id = given_attempt and o.slot = x.slot
    where x.call = given_call
      and o.order_index > given_order
      and x.seq < given_seq
  )
$$;
grant execute on function sitting.has_gone_on(uuid,uuid,integer,bigint,json,integer) to kaopei_app;
