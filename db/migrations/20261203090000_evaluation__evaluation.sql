-- Scales, who takes them about whom, every answer, and the reports as they were issued.
create schema evaluation;
grant usage on schema evaluation to kaopei_app;

create table evaluation.scale (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  -- 1 personality, 2 manager (360°), 3 general knowledge, 4 skill
  kind smallint not null check (kind between 1 and 4),
  information text not null default '',
  licence text not null default '',
  source text not null default '',
  -- 0 draft, 1 published, 2 withdrawn
  status smallint not null default 0 check (status between 0 and 2),
  -- what is edited next; null while nothing was changed since it was published
  draft_id uuid,
  published_id uuid,
  retention_months smallint not null default 24 check (retention_months between 1 and 120),
  -- of knowledge and skills: which skill and level a dimension shows
  skill_map jsonb not null default '[]',
  -- of one that the product brings along
  shipped_key text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (status = 0 or published_id is not null)
);
create index scale_newest on evaluation.scale (company_id, id desc) where removed_at is null;
create unique index scale_shipped on evaluation.scale (company_id, shipped_key) where removed_at is null and shipped_key is not null;
comment on table evaluation.scale is 'A scale: what it asks and says stands in its versions.';
call kit.protect_company_table('evaluation.scale');

create table evaluation.scale_version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  scale_id uuid not null,
  number integer not null check (number > 0),
  -- contract/definition.ts
  content jsonb not null,
  item_count smallint not null default 0,
  published_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, scale_id, number),
  foreign key (company_id, scale_id) references evaluation.scale (company_id, id)
);
comment on table evaluation.scale_version is 'What a scale asks and how it is read; a published version never changes.';
alter table evaluation.scale
  add foreign key (company_id, draft_id) references evaluation.scale_version (company_id, id) deferrable initially deferred,
  add foreign key (company_id, published_id) references evaluation.scale_version (company_id, id) deferrable initially deferred;
call kit.protect_company_table('evaluation.scale_version');

create table evaluation.norm (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  scale_version_id uuid not null,
  number integer not null check (number > 0),
  n integer not null check (n > 0),
  -- by dimension: n, mean, sd, histogram of raw scores
  content jsonb not null,
  frozen_at timestamptz not null,
  -- null: with the hundredth person
  frozen_by uuid,
  primary key (company_id, id),
  unique (company_id, scale_version_id, number),
  foreign key (company_id, scale_version_id) references evaluation.scale_version (company_id, id)
);
comment on table evaluation.norm is 'A company''s own norm of a version, frozen on a day.';
call kit.protect_company_table('evaluation.norm');

create table evaluation.appointment (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  scale_id uuid not null,
  scale_version_id uuid not null,
  -- 1 each for themselves, 2 360°
  mode smallint not null check (mode in (1, 2)),
  purpose text not null default '',
  -- 0 draft, 1 open, 2 closed; 4, 5, 6 follow from the clock
  status smallint not null default 0 check (status between 0 and 2),
  start_at timestamptz,
  end_at timestamptz,
  limit_minutes smallint check (limit_minutes between 1 and 600),
  items_a_page smallint not null default 1 check (items_a_page between 1 and 20),
  -- a norm group of the scale's own; null: the company's
  norm_key text,
  -- what room asked for it, and of what there
  owner_kind text,
  owner_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, scale_id) references evaluation.scale (company_id, id),
  foreign key (company_id, scale_version_id) references evaluation.scale_version (company_id, id),
  check (end_at is null or start_at is null or end_at > start_at)
);
create index appointment_newest on evaluation.appointment (company_id, id desc) where removed_at is null;
create index appointment_of_scale on evaluation.appointment (company_id, scale_id);
create index appointment_to_close on evaluation.appointment (end_at) where status = 1 and removed_at is null;
comment on table evaluation.appointment is 'A scale for people, with its times: 测评安排.';
call kit.protect_company_table('evaluation.appointment');

create table evaluation.participant (
  company_id uuid not null,
  appointment_id uuid not null,
  staff_id uuid not null,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, appointment_id, staff_id),
  foreign key (company_id, appointment_id) references evaluation.appointment (company_id, id)
);
create index participant_of_staff on evaluation.participant (company_id, staff_id);
comment on table evaluation.participant is 'Who is assessed in an appointment.';
call kit.protect_company_table('evaluation.participant');

create table evaluation.rater (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  appointment_id uuid not null,
  -- who is assessed
  staff_id uuid not null,
  -- 1 self, 2 superior, 3 peer, 4 report
  role smallint not null check (role between 1 and 4),
  -- who answers: an account, or a name with a link
  rater_staff_id uuid,
  rater_name text,
  token_id uuid,
  added_by uuid,
  added_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, appointment_id, staff_id) references evaluation.participant (company_id, appointment_id, staff_id),
  check (rater_staff_id is not null or rater_name is not null),
  check (role <> 1 or rater_staff_id = staff_id)
);
create unique index rater_account on evaluation.rater (company_id, appointment_id, staff_id, rater_staff_id) where rater_staff_id is not null;
create index rater_of_staff on evaluation.rater (company_id, rater_staff_id) where rater_staff_id is not null;
create index rater_of_person on evaluation.rater (company_id, appointment_id, staff_id);
comment on table evaluation.rater is 'Who answers about whom; of an ordinary evaluation each person about themselves.';
call kit.protect_company_table('evaluation.rater');

create table evaluation.sitting (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  rater_id uuid not null,
  appointment_id uuid not null,
  scale_version_id uuid not null,
  staff_id uuid not null,
  -- the words that were agreed to: version, purpose, readers, months
  consent jsonb not null,
  started_at timestamptz not null,
  due_at timestamptz,
  submitted_at timestamptz,
  lease_epoch integer not null default 1,
  lease_device text not null,
  -- once handed in: the value of each item as given, in the order of the version
  given smallint[],
  seconds_an_item real,
  primary key (company_id, id),
  unique (company_id, rater_id),
  foreign key (company_id, rater_id) references evaluation.rater (company_id, id),
  foreign key (company_id, scale_version_id) references evaluation.scale_version (company_id, id)
);
create index sitting_of_appointment on evaluation.sitting (company_id, appointment_id, staff_id);
create index sitting_of_version on evaluation.sitting (company_id, scale_version_id) where submitted_at is not null;
create index sitting_due on evaluation.sitting (due_at) where submitted_at is null and due_at is not null;
comment on table evaluation.sitting is 'One rater''s answers to one scale, with the consent given before.';
call kit.protect_company_table('evaluation.sitting');

create table evaluation.answer (
  company_id uuid not null,
  sitting_id uuid not null,
  -- place of the item, from 1
  slot smallint not null check (slot > 0),
  rev integer not null check (rev > 0),
  -- save counts; the others are kept as evidence
  kind text not null check (kind in ('save', 'conflict', 'late', 'replaced')),
  -- place of the option, from 0; null: emptied
  option smallint,
  base_rev integer not null,
  client_seq bigint not null,
  client_time timestamptz,
  lease_epoch integer not null,
  server_time timestamptz not null,
  primary key (company_id, sitting_id, slot, rev),
  foreign key (company_id, sitting_id) references evaluation.sitting (company_id, id)
);
comment on table evaluation.answer is 'Every answer that ever arrived; rows are only added, and go with their sitting.';
call kit.protect_company_table('evaluation.answer', 'select, insert, delete');

create table evaluation.result (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  appointment_id uuid not null,
  staff_id uuid not null,
  -- where the person was when it was issued
  department_id uuid,
  scale_id uuid not null,
  scale_version_id uuid not null,
  norm_id uuid,
  scoring_version smallint not null,
  -- contract/report.ts
  report jsonb not null,
  -- raw scores by dimension, null where there is none
  raws jsonb not null,
  -- 0 valid, 1 to be looked at, 2 looked at and kept, 3 void
  state smallint not null check (state between 0 and 3),
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_note text,
  -- 0 none, 1 waits for an answer, 2 answered
  contest_state smallint not null default 0 check (contest_state between 0 and 2),
  contest_text text,
  contested_at timestamptz,
  contest_answer text,
  contest_answered_by uuid,
  contest_answered_at timestamptz,
  issued_at timestamptz not null,
  -- after it everything of this result is deleted
  keep_until timestamptz not null,
  primary key (company_id, id),
  unique (company_id, appointment_id, staff_id),
  foreign key (company_id, appointment_id, staff_id) references evaluation.participant (company_id, appointment_id, staff_id),
  foreign key (company_id, scale_version_id) references evaluation.scale_version (company_id, id)
);
create index result_newest on evaluation.result (company_id, issued_at desc, id desc);
create index result_of_staff on evaluation.result (company_id, staff_id, issued_at desc);
create index result_of_version on evaluation.result (company_id, scale_version_id);
create index result_outdated on evaluation.result (keep_until);
comment on table evaluation.result is 'A report as it was issued, and what people said about it since.';
call kit.protect_company_table('evaluation.result');

create table evaluation.erasure (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  appointment_id uuid not null,
  appointment_name text not null,
  scale_name text not null,
  staff_id uuid not null,
  -- 1 its time was over, 2 asked for
  reason smallint not null check (reason in (1, 2)),
  note text not null default '',
  sitting_count integer not null,
  answer_count integer not null,
  -- SHA-256 of what was deleted, in one spelling
  digest text not null,
  erased_by uuid,
  erased_at timestamptz not null,
  primary key (company_id, id)
);
comment on table evaluation.erasure is 'What was deleted, when and why, with its digest: nothing else of it is left.';
call kit.protect_company_table('evaluation.erasure', 'select, insert');

create policy sweep on evaluation.appointment for select to kaopei_search using (true);
create policy sweep on evaluation.sitting for select to kaopei_search using (true);
create policy sweep on evaluation.result for select to kaopei_search using (true);
grant usage on schema evaluation to kaopei_search;
grant select on evaluation.appointment, evaluation.sitting, evaluation.result to kaopei_search;
