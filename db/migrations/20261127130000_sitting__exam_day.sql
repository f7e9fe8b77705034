-- Absences in seconds beside their number. away_ms and longest_away_ms are of the absences that count; away_limit_at is when an absence that the
-- server knows to be going on will have been too long; hole_since is since when a number of a lease's events is missing; what began before
-- pardoned_at counts no more.
alter table sitting.attempt
  add column absence_seconds integer not null default 0,
  add column adds_absences boolean not null default false,
  add column away_ms bigint not null default 0,
  add column longest_away_ms bigint not null default 0,
  add column away_limit_at timestamptz,
  add column hole_since timestamptz,
  add column pardoned_at timestamptz,
  add column has_tellings boolean not null default false,
  add constraint attempt_absence_seconds_check check (absence_seconds >= 0);
create index attempt_away_limit on sitting.attempt (away_limit_at) where away_limit_at is not null and state in ('in_progress', 'submitting');
create index attempt_hole on sitting.attempt (hole_since) where hole_since is not null;

-- What invigilators tell a candidate: kept, delivered with a sign of life, shown until it is acknowledged.
create table sitting.telling (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  kind text not null,
  text text not null,
  by_id uuid,
  at timestamptz not null,
  delivered_at timestamptz,
  acknowledged_at timestamptz,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  constraint telling_kind_check check (kind in ('message', 'warning', 'act'))
);
call kit.protect_company_table('sitting.telling', 'select, insert, update');
comment on table sitting.telling is 'Messages and warnings of invigilators to a candidate, and what was done to the attempt, with their delivery and acknowledgement';

-- When a candidate's screen was last heard of, and from where: written once a second for all, and no loss when the database was killed.
create unlogged table sitting.presence (
  company_id uuid not null,
  attempt_id uuid not null,
  heard_at timestamptz not null,
  ip text not null,
  primary key (company_id, attempt_id)
);
call kit.protect_company_table('sitting.presence', 'select, insert, update, delete');
comment on table sitting.presence is 'Last sign of life of each attempt, and its address';

-- A candidate who asks for an invigilator, until somebody has answered or the call is taken back.
create table sitting.help_call (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  text text not null,
  at timestamptz not null,
  ended_at timestamptz,
  answered_by uuid,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id)
);
create unique index help_call_only_one_open on sitting.help_call (company_id, attempt_id) where ended_at is null;
call kit.protect_company_table('sitting.help_call', 'select, insert, update');
comment on table sitting.help_call is 'Calls of candidates for an invigilator, with who answered';
