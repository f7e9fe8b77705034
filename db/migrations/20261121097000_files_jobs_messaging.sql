create schema files;
grant usage on schema files to kaopei_app, kaopei_search;

-- A stored object. state: 0 uploading, 1 stored. Its key in the store starts with the company.
create table files.object (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  key text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text,
  purpose text not null,
  state smallint not null default 0,
  upload_id text,
  slice_bytes integer not null default 5242880,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (company_id, id),
  constraint object_key_unique unique (key)
);
create index object_unfinished on files.object (created_at) where state = 0;
create index object_expiring on files.object (expires_at) where expires_at is not null;
call kit.protect_company_table('files.object');

create schema jobs;
grant usage on schema jobs to kaopei_app, kaopei_search;

-- Background work that a person asked for and can follow: exports and imports. state: 0 waiting, 1 running, 2 done, 3 failed, 4 cancelled.
create table jobs.background_job (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  kind text not null,
  title text not null,
  conditions jsonb not null default '{}',
  state smallint not null default 0,
  done_count integer not null default 0,
  total_count integer,
  message text not null default '',
  result jsonb,
  file_id uuid,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, file_id) references files.object (company_id, id)
);
create index background_job_by_requester on jobs.background_job (company_id, requested_by, id desc);
call kit.protect_company_table('jobs.background_job');

create schema messaging;
grant usage on schema messaging to kaopei_app, kaopei_search;

-- Mail and SMS on their way out. channel: 1 SMS, 2 mail. state: 0 waiting, 1 sent, 2 failed for good, 3 kept
-- (no supplier configured), 4 being sent. dedupe_key: sent once whatever happens.
create table messaging.outbox (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  channel smallint not null check (channel in (1, 2)),
  address text not null,
  subject text not null default '',
  body text not null,
  dedupe_key text,
  state smallint not null default 0,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (company_id, id),
  constraint outbox_dedupe_unique unique (company_id, dedupe_key)
);
create index outbox_by_time on messaging.outbox (company_id, id desc);
call kit.protect_company_table('messaging.outbox');
