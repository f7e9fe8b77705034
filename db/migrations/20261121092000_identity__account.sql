create schema identity;
grant usage on schema identity to kaopei_app, kaopei_search;

-- A person's way in. Shares its id with org.staff. Without a hash nobody can log in yet (imported people set their password by link).
create table identity.account (
  company_id uuid not null references platform.company (id),
  id uuid not null,
  login_account text not null,
  password_hash text,
  must_change_password boolean not null default true,
  -- 1: the password satisfies today's rule
  password_strength smallint not null default 0,
  is_enabled boolean not null default true,
  failed_logins integer not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  last_system text,
  -- a removed person's login account may be given to somebody else
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index account_login_unique on identity.account (company_id, lower(login_account)) where removed_at is null;
call kit.protect_company_table('identity.account');

create table identity.session (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  account_id uuid not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_operation_at timestamptz not null default now(),
  -- "keep me logged in": lives its 30 days without the idle limit
  is_kept boolean not null default false,
  ended_at timestamptz,
  -- logout, kicked, disabled, password, suspended, replaced
  ended_reason text,
  ip text,
  user_agent text,
  system text,
  impersonator_id uuid,
  primary key (company_id, id),
  foreign key (company_id, account_id) references identity.account (company_id, id) on delete cascade
);
create unique index session_token_unique on identity.session (token_hash);
create index session_by_account on identity.session (company_id, account_id) where ended_at is null;
call kit.protect_company_table('identity.session');

-- One-time proofs: verify codes, reset links, invitations, /home tickets. Stored hashed, used once.
create table identity.ticket (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  kind text not null,
  account_id uuid,
  address text,
  secret_hash text not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  failures integer not null default 0,
  primary key (company_id, id)
);
create index ticket_by_secret on identity.ticket (company_id, kind, secret_hash);
create index ticket_by_account on identity.ticket (company_id, kind, account_id);
call kit.protect_company_table('identity.ticket');

create table identity.role (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  -- 'admin' has every menu and right of the company's package
  code text,
  descript text not null default '',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint role_name_unique unique (company_id, name)
);
create unique index role_admin_unique on identity.role (company_id, code) where code is not null;
call kit.protect_company_table('identity.role');

-- menu: name of a menu; scope: 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 self
create table identity.role_menu (
  company_id uuid not null,
  role_id uuid not null,
  menu text not null,
  scope smallint not null default 1 check (scope between 1 and 5),
  scope_department_ids uuid[] not null default '{}',
  primary key (company_id, role_id, menu),
  foreign key (company_id, role_id) references identity.role (company_id, id) on delete cascade
);
call kit.protect_company_table('identity.role_menu');

create table identity.role_right (
  company_id uuid not null,
  role_id uuid not null,
  right_code text not null,
  primary key (company_id, role_id, right_code),
  foreign key (company_id, role_id) references identity.role (company_id, id) on delete cascade
);
call kit.protect_company_table('identity.role_right');

create table identity.role_account (
  company_id uuid not null,
  role_id uuid not null,
  account_id uuid not null,
  primary key (company_id, role_id, account_id),
  foreign key (company_id, role_id) references identity.role (company_id, id) on delete cascade,
  foreign key (company_id, account_id) references identity.account (company_id, id) on delete cascade
);
create index role_account_by_account on identity.role_account (company_id, account_id);
call kit.protect_company_table('identity.role_account');
