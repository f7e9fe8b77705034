create schema usergroup;
grant usage on schema usergroup to kaopei_app, kaopei_search;

-- Categories of groups, a small tree. A deleted category leaves its groups to the one above it, or to none.
create table usergroup.category (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references usergroup.category (company_id, id)
);
create unique index category_name_unique on usergroup.category
  (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
create index category_by_parent on usergroup.category (company_id, parent_id);
call kit.protect_company_table('usergroup.category');

-- Groups of people. kind: 1 static, somebody chose the members; 2 dynamic, `rule` chooses them. A removed group keeps its row, whoever attached it
-- goes on naming it, but has no members any more.
create table usergroup.staff_group (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  category_id uuid,
  name text not null,
  descript text not null default '',
  kind smallint not null default 1 check (kind in (1, 2)),
  rule jsonb,
  -- the data scope of whoever wrote the rule: it finds nobody outside; null: everybody
  rule_scope jsonb,
  -- the rule's answer changes with the calendar alone
  is_time_bound boolean not null default false,
  -- living members, as of the last computation
  staff_count integer not null default 0,
  computed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, category_id) references usergroup.category (company_id, id),
  check ((kind = 2) = (rule is not null))
);
create unique index staff_group_name_unique on usergroup.staff_group (company_id, name) where removed_at is null;
create index staff_group_by_category on usergroup.staff_group (company_id, category_id, id) where removed_at is null;
create index staff_group_dynamic on usergroup.staff_group (company_id, id) where removed_at is null and kind = 2;
call kit.protect_company_table('usergroup.staff_group');

-- Who is in which group, for both kinds. No foreign keys: 100,000 people join in one statement, which reads them from org.staff under the company's
-- policy; people and groups keep their rows for ever. A removed person stays here, so that a restored one is where they were: readers join org.staff.
create table usergroup.member (
  company_id uuid not null,
  group_id uuid not null,
  staff_id uuid not null,
  since timestamptz not null default now(),
  primary key (company_id, group_id, staff_id)
);
create index member_by_staff on usergroup.member (company_id, staff_id, group_id);
call kit.protect_company_table('usergroup.member');

-- The members of some groups at one moment, for whoever attaches groups without following them.
create table usergroup.snapshot (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  group_ids uuid[] not null,
  staff_count integer not null,
  taken_at timestamptz not null default now(),
  primary key (company_id, id)
);
call kit.protect_company_table('usergroup.snapshot', 'select, insert');

create table usergroup.snapshot_member (
  company_id uuid not null,
  snapshot_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, snapshot_id, staff_id)
);
call kit.protect_company_table('usergroup.snapshot_member', 'select, insert');

-- People who changed since the dynamic groups were last computed. The zero id stands for everybody.
create table usergroup.changed_staff (
  company_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, staff_id)
);
call kit.protect_company_table('usergroup.changed_staff');

-- Companies with groups whose members change with the calendar alone, for the nightly sweep; it has no company of its own.
create policy sweep on usergroup.staff_group for select to kaopei_search using (true);
grant select on usergroup.staff_group to kaopei_search;
grant create on schema usergroup to kaopei_search;

create function usergroup.companies_with_time_bound_groups() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct g.company_id
  from usergroup.staff_group g
  where g.is_time_bound
    and g.removed_at is null
$$;
alter function usergroup.companies_with_time_bound_groups() owner to kaopei_search;
revoke all on function usergroup.companies_with_time_bound_groups() from public;
grant execute on function usergroup.companies_with_time_bound_groups() to kaopei_app;

revoke create on schema usergroup from kaopei_search;
