-- version 1
-- Projects with marks, of every company, for the workers.
create or replace function training.marked_projects(most integer) returns table (company_id uuid, project_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.company_id, m.project_id
  from training.audience_mark m
  group by m.company_id, m.project_id
  order by min(m.marked_at)
  limit most
$$;
grant create on schema training to kaopei_search;
alter function training.marked_projects(integer) owner to kaopei_search;
revoke all on function training.marked_projects(integer) from public;
grant execute on function training.marked_projects(integer) to kaopei_app;
revoke create on schema training from kaopei_search;
