-- version 1
-- How far the client's clock is behind the server's, as the answers that came in time tell: no less than the quickest of them.
create or replace function sitting.client_behind(given_company uuid, given_attempt uuid, given_epoch integer, given_due timestamp with time zone)
returns interval
language sql
stable
as $$
  select coalesce(min(e.server_time - e.client_time), interval '0')
  from sitting.answer_revision e
  where e.company_id = given_company
    and e.attempt_id = given_attempt
    and e.lease_epoch = given_epoch
    and e.kind = 'save'
    and e.server_time <= given_due
$$;
grant execute on function sitting.client_behind(uuid,uuid,integer,timestamp with time zone) to kaopei_app;
