-- A company's words for a message of the catalogue. is_standard: stands in for the system's own text, at most one per channel and key;
-- others are chosen by whoever sends (an exam). What the system itself says has no row.
create table messaging.template (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  channel smallint not null check (channel in (1, 2)),
  key text not null,
  name text not null,
  is_standard boolean not null,
  subject text not null default '',
  body text not null,
  -- SMS: the name between 【】; empty: the company's name
  signature text not null default '',
  -- the SMS supplier's own number of the template, where it sends nothing else
  provider_template_id text not null default '',
  is_enabled boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id)
);
create unique index template_one_standard on messaging.template (company_id, channel, key) where is_standard;
create unique index template_name_unique on messaging.template (company_id, channel, key, name) where not is_standard and removed_at is null;
call kit.protect_company_table('messaging.template', 'select, insert, update');

-- What a template said, version by version. Never changed.
create table messaging.template_revision (
  company_id uuid not null,
  template_id uuid not null,
  version integer not null,
  action text not null check (action in ('create', 'modify', 'enable', 'disable', 'restore', 'remove')),
  name text not null,
  subject text not null,
  body text not null,
  signature text not null,
  provider_template_id text not null,
  is_enabled boolean not null,
  changed_by uuid not null,
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, template_id, version),
  foreign key (company_id, template_id) references messaging.template (company_id, id)
);
call kit.protect_company_table('messaging.template_revision', 'select, insert');

-- Ready words for people who judge work: kind 1 markers' comments, 2 opinions on a question under review.
create table messaging.review_template (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  kind smallint not null check (kind in (1, 2)),
  name text not null,
  body text not null,
  -- of opinions: 1 passes the question, 0 sends it back; of comments: null
  verdict smallint check (verdict in (0, 1)),
  sort integer not null default 0,
  is_enabled boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id)
);
create unique index review_template_name_unique on messaging.review_template (company_id, kind, name);
call kit.protect_company_table('messaging.review_template');

-- What left: as markup or plain, by which template and with which values (suppliers of SMS ask for those instead of the text).
alter table messaging.outbox
  add column is_html boolean not null default false,
  add column template_key text,
  add column provider_template_id text,
  add column variables jsonb;
