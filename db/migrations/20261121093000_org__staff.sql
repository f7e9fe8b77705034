create schema org;
grant usage on schema org to kaopei_app, kaopei_search;

-- Departments as a tree. `path` is the chain of ids from the root, '/a/b/' for b below a: the subtree of b is every path from its own up to its end,
-- '/a/b0'. Both are columns, because only comparisons of columns reach the index under row-level security.
create table org.department (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null,
  code text,
  path text collate "C" not null,
  path_end text collate "C" not null generated always as (left(path, -1) || '0') stored,
  sort integer not null default 0,
  head_staff_id uuid,
  -- people who belong here directly and are not removed; kept by triggers on org.staff
  staff_count integer not null default 0,
  created_at timestamptz not null default now(),
  -- a deleted department keeps its row: people's dated membership goes on naming it
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references org.department (company_id, id)
);
create unique index department_name_unique on org.department (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name)
  where removed_at is null;
create index department_by_parent on org.department (company_id, parent_id) where removed_at is null;
create unique index department_path_unique on org.department (company_id, path);
call kit.protect_company_table('org.department');

-- People: employees (staff_source 1) and outside candidates (2). A removed person keeps the row for five years' results.
create table org.staff (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  job_number text,
  login_account text not null,
  phone text,
  email text,
  -- lower() is not leakproof: under row-level security an index on the expression is never used, one on these columns is
  login_key text not null generated always as (lower(login_account)) stored,
  email_key text generated always as (lower(email)) stored,
  gender smallint check (gender in (1, 2)),
  staff_source smallint not null default 1 check (staff_source in (1, 2)),
  department_id uuid,
  post text,
  entry_date date,
  is_enabled boolean not null default true,
  removed_at timestamptz,
  removed_reason text,
  custom jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, department_id) references org.department (company_id, id)
);
create unique index staff_account_unique on org.staff (company_id, login_key) where removed_at is null;
create unique index staff_phone_unique on org.staff (company_id, phone) where removed_at is null and phone is not null;
create unique index staff_email_unique on org.staff (company_id, email_key) where removed_at is null and email is not null;
create unique index staff_job_number_unique on org.staff (company_id, job_number) where removed_at is null and job_number is not null;
-- Lists and totals read these alone, without the rows: the order of lists, and all that their filters look at. The first holds removed people too:
-- a data scope shows their results.
create index staff_by_department on org.staff (company_id, department_id, id desc) include (is_enabled, staff_source, removed_at);
create index staff_by_time on org.staff (company_id, id desc) include (department_id, is_enabled, staff_source) where removed_at is null;
call kit.protect_company_table('org.staff');

-- Dated membership, so that a report can say who belonged where on the day of an exam.
create table org.staff_department (
  company_id uuid not null,
  staff_id uuid not null,
  department_id uuid not null,
  is_main boolean not null default true,
  since timestamptz not null default now(),
  until timestamptz,
  primary key (company_id, staff_id, department_id, since),
  foreign key (company_id, staff_id) references org.staff (company_id, id) on delete cascade,
  foreign key (company_id, department_id) references org.department (company_id, id)
);
create unique index staff_department_one_main on org.staff_department (company_id, staff_id) where until is null and is_main;
create index staff_department_by_department on org.staff_department (company_id, department_id) where until is null;
call kit.protect_company_table('org.staff_department');
