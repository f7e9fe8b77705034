create schema collect;
grant usage on schema collect to kaopei_app;

-- Fields that a company adds to those the product has. subject: 1 outside candidates, 2 employees. custom_type: 1 text, 2 single choice,
-- 3 multiple choice. Options are only ever added: what somebody answered must go on meaning the same. A removed field keeps its row for its values.
create table collect.field (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  subject smallint not null check (subject in (1, 2)),
  name text not null,
  custom_type smallint not null check (custom_type in (1, 2, 3)),
  options text[] not null default '{}',
  -- of employees' fields
  is_required boolean not null default false,
  is_enabled boolean not null default true,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id)
);
create unique index field_name_unique on collect.field (company_id, subject, name) where removed_at is null;
call kit.protect_company_table('collect.field');

-- Which fields outside candidates fill in, in their order: for one exam, or (exam_id null) for all exams without a collection of their own. A field's
-- id is the uuid of collect.field, or the name of one that the product has.
create table collect.collection (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  exam_id uuid,
  required text[] not null,
  optional text[] not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (company_id, id)
);
create unique index collection_unique on collect.collection (company_id, coalesce(exam_id, '00000000-0000-0000-0000-000000000000'));
call kit.protect_company_table('collect.collection');

-- What people filled in, except what org.staff has columns for. A text, or a list of options.
create table collect.staff_value (
  company_id uuid not null,
  staff_id uuid not null,
  field_id text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, staff_id, field_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id) on delete cascade
);
call kit.protect_company_table('collect.staff_value');
