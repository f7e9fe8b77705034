-- Numbers of companies for the platform's list of them, from sums that are kept, and nothing to anybody else.
drop function tenant.company_figures(uuid[]);
grant create on schema tenant to kaopei_search;
create function tenant.company_figures(wanted uuid[])
returns table (company_id uuid, staff_count bigint, exam_used bigint, measurement_used bigint, storage_used_bytes bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id,
    (select coalesce(sum(d.staff_count), 0) from org.department d where d.company_id = c.id)
      + (select count(*) from org.staff s where s.company_id = c.id and s.department_id is null and s.removed_at is null),
    (select coalesce(sum(u.used), 0) from platform.consumption_sum u where u.company_id = c.id and u.kind = 'exam'),
    (select coalesce(sum(u.used), 0) from platform.consumption_sum u where u.company_id = c.id and u.kind = 'measurement'),
    (select greatest(coalesce(sum(u.size_bytes), 0), 0)::bigint from files.usage u where u.company_id = c.id)
  from platform.company c
  where c.id = any (wanted)
    and exists (select from platform.company p where p.id = kit.company_id() and p.is_platform)
$$;
revoke all on function tenant.company_figures(uuid[]) from public;
alter function tenant.company_figures(uuid[]) owner to kaopei_search;
grant execute on function tenant.company_figures(uuid[]) to kaopei_app;
revoke create on schema tenant from kaopei_search;
