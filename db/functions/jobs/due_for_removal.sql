-- version 1
create or replace function jobs.due_for_removal(expired_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.company_id, j.id from jobs.background_job j where j.expires_at < expired_before limit how_many
$$;
alter function jobs.due_for_removal(timestamp with time zone,integer) owner to kaopei_search;
revoke all on function jobs.due_for_removal(timestamp with time zone,integer) from public;
grant execute on function jobs.due_for_removal(timestamp with time zone,integer) to kaopei_app;
