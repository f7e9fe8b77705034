-- version 1
-- Projects, of every company, that may have to write to people by themselves now: on the shelf, or just ended.
create or replace function training.projects_with_notices() returns table (company_id uuid, project_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.company_id, p.id
  from training.project p
  where p.removed_at is null
    and (
      p.status = 1 and (
        p.notify_join or p.notify_begin
        or exists (select from training.reminder_rule r where r.company_id = p.company_id and r.project_id = p.id)
      )
      or p.status = 3 and p.notify_end and p.ended_at > now() - interval '1 day'
    )
$$;
grant create on schema training to kaopei_search;
alter function training.projects_with_notices() owner to kaopei_search;
revoke all on function training.projects_with_notices() from public;
grant execute on function training.projects_with_notices() to kaopei_app;
revoke create on schema training from kaopei_search;
