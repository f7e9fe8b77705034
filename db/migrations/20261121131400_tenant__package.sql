create schema tenant;
grant usage on schema tenant to kaopei_app, kaopei_search;

-- Packages of menus that companies get; rows of the platform's own company alone. `menus`: [{name, title, sort}], title and sort null where the
-- menu's own hold.
create table tenant.menu_package (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  descript text not null default '',
  menus jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint menu_package_name_unique unique (company_id, name)
);
call kit.protect_company_table('tenant.menu_package');

-- Up to which attempt (ids are born in the order of time) the ledger has taken a company's uses.
create table tenant.use_cursor (
  company_id uuid not null references platform.company (id),
  exam_up_to uuid not null,
  primary key (company_id)
);
call kit.protect_company_table('tenant.use_cursor');

create policy sweep on tenant.use_cursor for select to kaopei_search using (true);
grant select on tenant.use_cursor to kaopei_search;
create policy sweep on platform.company for select to kaopei_search using (true);
grant select on platform.company to kaopei_search;
create policy figures on platform.consumption for select to kaopei_search using (true);
grant select on platform.consumption to kaopei_search;
grant create on schema tenant to kaopei_search;

-- Companies with attempts that the ledger has not taken, asked once for each company by the attempts' primary key.
create function tenant.companies_with_new_uses(before_id uuid, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id
  from platform.company c
  left join tenant.use_cursor u on u.company_id = c.id
  where exists (
    select from exam.attempt a
    where a.company_id = c.id and a.id > coalesce(u.exam_up_to, '00000000-0000-0000-0000-000000000000') and a.id < before_id)
  limit most
$$;
revoke all on function tenant.companies_with_new_uses(uuid, integer) from public;
alter function tenant.companies_with_new_uses(uuid, integer) owner to kaopei_search;
grant execute on function tenant.companies_with_new_uses(uuid, integer) to kaopei_app;

-- Numbers of companies for the platform's list of them, and nothing to anybody else.
create function tenant.company_figures(wanted uuid[]) returns table (company_id uuid, staff_count bigint, exam_used bigint, measurement_used bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id,
    (select coalesce(sum(d.staff_count), 0) from org.department d where d.company_id = c.id)
      + (select count(*) from org.staff s where s.company_id = c.id and s.department_id is null and s.removed_at is null),
    (select count(*) from platform.consumption u where u.company_id = c.id and u.kind = 'exam'),
    (select count(*) from platform.consumption u where u.company_id = c.id and u.kind = 'measurement')
  from platform.company c
  where c.id = any (wanted)
    and exists (select from platform.company p where p.id = kit.company_id() and p.is_platform)
$$;
revoke all on function tenant.company_figures(uuid[]) from public;
alter function tenant.company_figures(uuid[]) owner to kaopei_search;
grant execute on function tenant.company_figures(uuid[]) to kaopei_app;
revoke create on schema tenant from kaopei_search;
