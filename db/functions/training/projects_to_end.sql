-- version 1
-- Projects on the shelf or off it whose time is over, of every company.
create or replace function training.projects_to_end(at timestamptz) returns table (company_id uuid, project_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.company_id, p.id from training.project p where p.status in (1, 2) and p.removed_at is null and p.end_at <= at
$$;
grant create on schema training to kaopei_search;
alter function training.projects_to_end(timestamptz) owner to kaopei_search;
revoke all on function training.projects_to_end(timestamptz) from public;
grant execute on function training.projects_to_end(timestamptz) to kaopei_app;
revoke create on schema training from kaopei_search;
