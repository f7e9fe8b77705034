-- A tracked job can be run again (payload), by one run at a time (run_id: a run that was believed dead finds another's id here and
-- can no longer finish), and outlives its file.
alter table jobs.background_job
  add column payload jsonb not null default '{}',
  add column run_id uuid,
  add column attempts integer not null default 0,
  add column file_name text,
  add column touched_at timestamptz not null default now(),
  add constraint background_job_state_known check (state between 0 and 4),
  add constraint background_job_done_is_finished check (state <> 2 or finished_at is not null),
  drop constraint background_job_company_id_file_id_fkey,
  add constraint background_job_file_fkey foreign key (company_id, file_id) references files.object (company_id, id)
    on delete set null (file_id);
create index background_job_by_age on jobs.background_job (company_id, id desc);
create index background_job_running on jobs.background_job (touched_at) where state = 1;
create index background_job_expiring on jobs.background_job (expires_at) where expires_at is not null;

create policy sweep on jobs.background_job for select to kaopei_search using (true);
grant select on jobs.background_job to kaopei_search;
grant create on schema jobs to kaopei_search;

create function jobs.due_for_removal(expired_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.company_id, j.id from jobs.background_job j where j.expires_at < expired_before limit how_many
$$;
alter function jobs.due_for_removal(timestamptz, integer) owner to kaopei_search;
revoke all on function jobs.due_for_removal(timestamptz, integer) from public;
grant execute on function jobs.due_for_removal(timestamptz, integer) to kaopei_app;

-- Runs that have not been heard of: their process died at the last attempt, so that the queue does not try again.
create function jobs.unheard(running_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.company_id, j.id from jobs.background_job j where j.state = 1 and j.touched_at < running_before limit how_many
$$;
alter function jobs.unheard(timestamptz, integer) owner to kaopei_search;
revoke all on function jobs.unheard(timestamptz, integer) from public;
grant execute on function jobs.unheard(timestamptz, integer) to kaopei_app;

revoke create on schema jobs from kaopei_search;
