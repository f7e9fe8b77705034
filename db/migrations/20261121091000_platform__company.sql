create schema platform;
grant usage on schema platform to kaopei_app, kaopei_search;

-- The companies of the deployment. Not protected by company: a login must find its company before it has one. Only its own row may change.
create table platform.company (
  id uuid primary key default kit.new_id(),
  domain text not null unique check (domain ~ '^[a-z0-9][a-z0-9-]{0,40}$'),
  name text not null,
  platform_title text not null default '考培',
  logo_url text,
  web_icon text,
  is_platform boolean not null default false,
  is_suspended boolean not null default false,
  valid_until date,
  -- widens the phone rule from 1[3-8] to 1[3-9] (decisions.md)
  allows_new_phone_ranges boolean not null default false,
  programming_enabled boolean not null default false,
  -- names of the menus in the company's package; null: all but the platform's own
  menu_package text[],
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index company_only_one_platform on platform.company (is_platform) where is_platform;
alter table platform.company enable row level security;
alter table platform.company force row level security;
create policy read_all on platform.company for select to kaopei_app using (true);
create policy change_own on platform.company for update to kaopei_app
  using (id = (select kit.company_id())) with check (id = (select kit.company_id()));
grant select, update on platform.company to kaopei_app;
