-- version 3
-- Numbers of companies for the platform's list of them, and nothing to anybody else.
create or replace function tenant.company_figures(wanted uuid[])
returns table (company_id uuid, staff_used integer, exam_used bigint, measurement_used bigint, storage_used_bytes bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id,
    org.heads_of(c.id),
    coalesce((select u.used from platform.used u where u.company_id = c.id and u.kind = 'exam'), 0),
    coalesce((select u.used from platform.used u where u.company_id = c.id and u.kind = 'measurement'), 0),
    coalesce((select u.size_bytes from files.storage_used u where u.company_id = c.id), 0)
  from identity.company_card c
  where c.id = any (wanted)
    and exists (select from identity.company_card p where p.id = kit.company_id() and p.is_platform)
$$;
alter function tenant.company_figures(uuid[]) owner to kaopei_search;
revoke all on function tenant.company_figures(uuid[]) from public;
grant execute on function tenant.company_figures(uuid[]) to kaopei_app;
