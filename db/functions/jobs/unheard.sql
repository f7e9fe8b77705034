-- version 1
-- Runs that have not been heard of: their process died at the last attempt, so that the queue does not try again.
create or replace function jobs.unheard(running_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.company_id, j.id from jobs.background_job j where j.state = 1 and j.touched_at < running_before limit how_many
$$;
alter function jobs.unheard(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function jobs.unheard(timestamp with time zone,integer) from public;
grant execute on function jobs.unheard(timestamp with time zone,integer) to kaopei_app;
