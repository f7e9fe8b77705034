-- What the platform agrees with a company: since when, how much, which menus. Null quota: without limit.
alter table platform.company
  add column remark text not null default '',
  add column valid_from date,
  add column exam_quota integer check (exam_quota >= 0),
  add column measurement_quota integer check (measurement_quota >= 0),
  add column package_id uuid,
  -- menu name → {title, sort} where the package calls or places a menu otherwise
  add column menu_words jsonb not null default '{}',
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add column updated_at timestamptz not null default now();

-- Is the running transaction the platform's own company's?
create function platform.in_platform_company() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from platform.company where id = kit.company_id() and is_platform)
$$;
revoke all on function platform.in_platform_company() from public;
grant execute on function platform.in_platform_company() to kaopei_app;

-- The platform's own company makes and changes all others; there is one platform, and it is made by the owner of the database.
create policy made_by_platform on platform.company for insert to kaopei_app
  with check ((select platform.in_platform_company()) and not is_platform);
create policy changed_by_platform on platform.company for update to kaopei_app
  using ((select platform.in_platform_company())) with check ((select platform.in_platform_company()));
grant insert on platform.company to kaopei_app;

-- A company changes its name and looks, never what it has agreed with the platform.
create function platform.guard_terms() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> 'kaopei_app' then
    return new;
  end if;
  if new.is_platform <> old.is_platform then
    raise exception 'the platform company stays what it is' using errcode = '42501';
  end if;
  if (new.is_suspended, new.suspended_at, new.suspended_reason, new.valid_from, new.valid_until, new.exam_quota, new.measurement_quota,
      new.package_id, new.menu_package, new.menu_words, new.programming_enabled, new.remark)
    is distinct from (old.is_suspended, old.suspended_at, old.suspended_reason, old.valid_from, old.valid_until, old.exam_quota,
      old.measurement_quota, old.package_id, old.menu_package, old.menu_words, old.programming_enabled, old.remark)
    and not platform.in_platform_company() then
    raise exception 'only the platform changes the terms of a company' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger guard_terms before update on platform.company for each row execute function platform.guard_terms();

-- Who has used up what: one row for each (kind, subject, person), never changed. `subject_name` is what it was called then.
create table platform.consumption (
  company_id uuid not null references platform.company (id),
  kind text not null check (kind in ('exam', 'measurement')),
  subject_id uuid not null,
  staff_id uuid not null,
  subject_name text,
  at timestamptz not null,
  primary key (company_id, kind, subject_id, staff_id)
);
create index consumption_by_time on platform.consumption (company_id, kind, at desc, subject_id, staff_id);
call kit.protect_company_table('platform.consumption', 'select, insert');

-- Settings of a company under typed keys (contract/partner-keys.ts). A key without a row has its default.
create table platform.partner_config (
  company_id uuid not null references platform.company (id),
  name text not null,
  title text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  updated_by_name text not null,
  primary key (company_id, name)
);
call kit.protect_company_table('platform.partner_config');

-- Who changed which key from what to what. Null: there was, or is, no row.
create table platform.partner_config_change (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  before text,
  after text,
  actor_id uuid,
  actor_name text not null,
  at timestamptz not null default now(),
  primary key (company_id, id)
);
create index partner_config_change_by_name on platform.partner_config_change (company_id, name, id desc);
call kit.protect_company_table('platform.partner_config_change', 'select, insert');

-- Access to a chat platform. kind: 1 DingTalk, 2 WeCom, 3 Feishu. The secret is sealed with the deployment's and never sent back.
create table platform.third_config (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  kind smallint not null check (kind between 1 and 3),
  name text not null,
  corp_id text not null,
  app_key text not null,
  agent_id text not null default '',
  sealed_secret text not null,
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by_name text not null,
  version integer not null default 1,
  primary key (company_id, id),
  constraint third_config_kind_unique unique (company_id, kind)
);
call kit.protect_company_table('platform.third_config');
