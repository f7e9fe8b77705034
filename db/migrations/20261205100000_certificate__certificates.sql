-- Certificates: templates, rules of issue, numbers, what was issued and what became of it.
create schema certificate;
grant usage on schema certificate to kaopei_app;

create table certificate.template (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  -- 0 draft, 1 in use, 2 stopped
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- what is being drawn: contract/layout.ts
  draft jsonb not null,
  -- the version in use, null before the first
  current_number integer,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (status = 0 or current_number is not null)
);
comment on table certificate.template is 'Designs of certificates; what is issued names one of their versions.';
create unique index template_name_unique on certificate.template (company_id, name) where removed_at is null;
call kit.protect_company_table('certificate.template');

create table certificate.template_version (
  company_id uuid not null,
  template_id uuid not null,
  number integer not null check (number > 0),
  layout jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, template_id, number),
  foreign key (company_id, template_id) references certificate.template (company_id, id)
);
comment on table certificate.template_version is 'Layouts as they were put to use; never changed, so that a certificate looks the same for ever.';
call kit.protect_company_table('certificate.template_version', 'select, insert');

create table certificate.issue_rule (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  template_id uuid not null,
  -- hand, exam, course, project, evaluation
  kind text not null check (kind in ('hand', 'exam', 'course', 'project', 'evaluation')),
  target_id uuid,
  -- of exams and evaluations: a score that is asked for beside passing
  min_score_hundredths integer check (min_score_hundredths >= 0),
  number_pattern text not null check (number_pattern like '%{seq%}%'),
  -- null: without end
  validity_months integer check (validity_months between 1 and 1200),
  -- earned again within so many days before the end, a new one replaces it; null: never by itself
  renew_before_days integer check (renew_before_days between 0 and 3650),
  -- days before the end on which the holder is told
  remind_days integer[] not null default '{}',
  is_enabled boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check ((kind = 'hand') = (target_id is null)),
  foreign key (company_id, template_id) references certificate.template (company_id, id)
);
comment on table certificate.issue_rule is 'Who gets a certificate, under which number, for how long.';
create unique index issue_rule_name_unique on certificate.issue_rule (company_id, name) where removed_at is null;
create index issue_rule_by_target on certificate.issue_rule (company_id, kind, target_id) where removed_at is null and is_enabled;
call kit.protect_company_table('certificate.issue_rule');

create table certificate.number_counter (
  company_id uuid not null references platform.company (id),
  series text not null,
  value integer not null check (value >= 0),
  primary key (company_id, series)
);
comment on table certificate.number_counter is 'The last number given in a series; locked until the transaction that takes one ends, so that there are no holes.';
call kit.protect_company_table('certificate.number_counter');

create table certificate.certificate (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  rule_id uuid not null,
  template_id uuid not null,
  template_number integer not null,
  staff_id uuid not null,
  -- what it was earned by: an attempt, a course, a project, an act by hand
  trigger text not null check (trigger <> ''),
  -- what a person and rule were earned by, for news about it: the exam, course or project
  source_id uuid,
  number text not null check (number <> ''),
  -- 16 signs of 32: 80 bits
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- 1 valid, 2 revoked, 3 superseded
  state smallint not null default 1 check (state in (1, 2, 3)),
  holder_name text not null check (holder_name <> ''),
  -- what stands on it: contract/values.ts
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  issued_at timestamptz not null,
  -- the last moment of it; null: without end
  valid_until timestamptz check (valid_until > issued_at),
  issued_by uuid,
  -- the one that this one replaces
  replaces_id uuid,
  ended_at timestamptz,
  primary key (company_id, id),
  constraint certificate_earned_once unique (company_id, rule_id, staff_id, trigger),
  constraint certificate_number_unique unique (company_id, number),
  constraint certificate_code_unique unique (code),
  check ((state = 1) = (ended_at is null)),
  foreign key (company_id, rule_id) references certificate.issue_rule (company_id, id),
  foreign key (company_id, template_id, template_number) references certificate.template_version (company_id, template_id, number),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
) with (fillfactor = 90);
comment on table certificate.certificate is 'Issued certificates as they were then; of one rule a person holds at most one that is valid.';
create unique index certificate_held_once on certificate.certificate (company_id, rule_id, staff_id) where state = 1;
create index certificate_of_staff on certificate.certificate (company_id, staff_id, id desc);
create index certificate_by_source on certificate.certificate (company_id, source_id, staff_id) where state = 1;
create index certificate_by_end on certificate.certificate (company_id, valid_until) where state = 1 and valid_until is not null;
create index certificate_revoked on certificate.certificate (company_id, id) where state <> 1;
create index certificate_by_template on certificate.certificate (company_id, template_id, id desc);
call kit.protect_company_table('certificate.certificate');

create table certificate.certificate_event (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  certificate_id uuid not null,
  -- issued, replaced, revoked, proposed, kept, lapsed, reminded
  kind text not null check (kind in ('issued', 'replaced', 'revoked', 'proposed', 'kept', 'lapsed', 'reminded')),
  reason text not null default '',
  by_id uuid,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, certificate_id) references certificate.certificate (company_id, id)
);
comment on table certificate.certificate_event is 'What happened to a certificate; only added.';
create index certificate_event_of on certificate.certificate_event (company_id, certificate_id, id);
call kit.protect_company_table('certificate.certificate_event', 'select, insert');

create table certificate.document (
  company_id uuid not null,
  certificate_id uuid not null,
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  primary key (company_id, certificate_id),
  foreign key (company_id, certificate_id) references certificate.certificate (company_id, id)
);
comment on table certificate.document is 'The PDF of a certificate as it was made when first asked for, and the hash of the whole file.';
call kit.protect_company_table('certificate.document', 'select, insert');

create table certificate.proposal (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  certificate_id uuid not null,
  -- withdrawn, voided, failed, reopened
  cause text not null check (cause in ('withdrawn', 'voided', 'failed', 'reopened')),
  -- 0 open, 1 revoked, 2 kept, 3 lapsed
  state smallint not null default 0 check (state in (0, 1, 2, 3)),
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reason text not null default '',
  primary key (company_id, id),
  check ((state = 0) = (decided_at is null)),
  foreign key (company_id, certificate_id) references certificate.certificate (company_id, id)
);
comment on table certificate.proposal is 'Certificates whose ground has gone; nothing is revoked before somebody decides.';
create unique index proposal_open_once on certificate.proposal (company_id, certificate_id) where state = 0;
create index proposal_by_state on certificate.proposal (company_id, state, id desc);
call kit.protect_company_table('certificate.proposal', 'select, insert, update');

create table certificate.refusal (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  rule_id uuid not null,
  staff_id uuid not null,
  trigger text not null,
  earning jsonb not null,
  characters text[] not null check (cardinality(characters) > 0),
  at timestamptz not null,
  primary key (company_id, id),
  constraint refusal_once unique (company_id, rule_id, staff_id, trigger),
  foreign key (company_id, rule_id) references certificate.issue_rule (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table certificate.refusal is 'People who have earned a certificate that no font can write; issued once there is a picture of the character.';
call kit.protect_company_table('certificate.refusal');

create table certificate.glyph (
  company_id uuid not null references platform.company (id),
  character text not null check (char_length(character) = 1),
  file_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, character)
);
comment on table certificate.glyph is 'Pictures of characters that no font has.';
call kit.protect_company_table('certificate.glyph');

create table certificate.reminder (
  company_id uuid not null,
  certificate_id uuid not null,
  days integer not null,
  at timestamptz not null,
  primary key (company_id, certificate_id, days),
  foreign key (company_id, certificate_id) references certificate.certificate (company_id, id)
);
comment on table certificate.reminder is 'Which certificates were told to their holders as ending, once for each rung.';
call kit.protect_company_table('certificate.reminder', 'select, insert');

create table certificate.signing_key (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  -- JWK without a private part
  public_key jsonb not null check (not public_key ? 'd'),
  -- PKCS#8, sealed by the deployment's secret
  sealed_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (company_id, id)
);
comment on table certificate.signing_key is 'Keys that sign credentials; retired ones stay readable, or what they signed could not be verified any more.';
create unique index signing_key_in_use on certificate.signing_key (company_id) where retired_at is null;
call kit.protect_company_table('certificate.signing_key', 'select, insert, update');

-- The public pages know a code, a key or an issuer, and no company yet; sweeps ask for every company.
grant usage on schema certificate to kaopei_search;
create policy public_page on certificate.certificate for select to kaopei_search using (true);
create policy public_page on certificate.document for select to kaopei_search using (true);
create policy public_page on certificate.signing_key for select to kaopei_search using (true);
create policy sweep on certificate.issue_rule for select to kaopei_search using (true);
grant select on certificate.certificate, certificate.document to kaopei_search;
grant select (company_id, id, public_key) on certificate.signing_key to kaopei_search;
grant select (company_id, id, remind_days) on certificate.issue_rule to kaopei_search;
