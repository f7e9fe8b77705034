-- version 1
-- Whether an answer that comes within the grace counts; `written_at` by the server's clock, null when the client did not say.
create or replace function sitting.judge_grace(given_company uuid, given_attempt uuid, given_slot integer, written_at timestamp with time zone, given_due timestamp with time zone)
returns boolean
language sql
stable
as $$
  select coalesce(written_at <= given_due + interval '2 seconds', false) and (
    select count(*)
    from sitting.answer_revision e
    where e.company_id = given_company
      and e.attempt_id = given_attempt
      and e.slot = given_slot
      and e.kind = 'save'
      and e.server_time > given_due
  ) < 2
$$;
grant execute on function sitting.judge_grace(uuid,uuid,integer,timestamp with time zone,timestamp with time zone) to kaopei_app;
