create schema exam;
grant usage on schema exam to kaopei_app, kaopei_search;

-- An exam. status: 0 draft, 1 published, 7 cancelled. Not started / in progress / ended (4, 5, 6) follow from the clock.
-- `settings` holds the permit flags and the rest of the save payload (contract/exam-settings.ts), parsed on every read.
create table exam.exam (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  information text not null default '',
  admission_start_at timestamptz,
  admission_end_at timestamptz,
  duration_minutes integer check (duration_minutes between 1 and 10080),
  -- always the sum of the paper; what an author typed as total is compared with it before publishing
  sum_score_hundredths integer not null default 0,
  typed_sum_score_hundredths integer,
  pass_score_hundredths integer not null default 0,
  status smallint not null default 0 check (status in (0, 1, 7)),
  settings jsonb not null default '{}',
  -- seeds the draw and the order of every attempt
  secret text not null default encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'),
  published_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (admission_end_at > admission_start_at)
);
create index exam_by_time on exam.exam (company_id, id desc) where removed_at is null;
call kit.protect_company_table('exam.exam');

-- A fixed question of the paper (question_type 1), pinned to its versions at publishing.
create table exam.exam_question (
  company_id uuid not null,
  exam_id uuid not null,
  slot integer not null,
  question_id uuid not null,
  question_version_id uuid,
  rule_version_id uuid,
  score_hundredths integer not null check (score_hundredths >= 0),
  primary key (company_id, exam_id, slot),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, question_id) references question.question (company_id, id),
  foreign key (company_id, question_version_id) references question.question_version (company_id, id),
  foreign key (company_id, rule_version_id) references question.scoring_rule_version (company_id, id)
);
create index exam_question_by_question on exam.exam_question (company_id, question_id);
call kit.protect_company_table('exam.exam_question');

-- A drawing rule of the paper (question_type 2). `filter`: banks, categories, knowledge points, type, difficulty.
create table exam.draw_rule (
  company_id uuid not null,
  exam_id uuid not null,
  number integer not null,
  filter jsonb not null,
  count integer not null check (count > 0),
  score_hundredths integer not null check (score_hundredths >= 0),
  primary key (company_id, exam_id, number),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade
);
call kit.protect_company_table('exam.draw_rule');

-- The questions that may be drawn, pinned with their versions at publishing: banks may change afterwards, the exam does not.
create table exam.pool_question (
  company_id uuid not null,
  exam_id uuid not null,
  question_id uuid not null,
  question_version_id uuid not null,
  rule_version_id uuid not null,
  type smallint not null,
  rule_numbers integer[] not null,
  primary key (company_id, exam_id, question_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, question_version_id) references question.question_version (company_id, id),
  foreign key (company_id, rule_version_id) references question.scoring_rule_version (company_id, id)
);
call kit.protect_company_table('exam.pool_question');

-- Who may sit. Overrides are per person and per field; null inherits (domain.md §4). department_* is where they belonged when added.
create table exam.candidate (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  added_at timestamptz not null default now(),
  department_id uuid,
  extra_percent integer not null default 0,
  extra_minutes integer not null default 0,
  opens_at timestamptz,
  closes_at timestamptz,
  confirmed_notice_hash text,
  confirmed_notice_at timestamptz,
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
create index candidate_by_staff on exam.candidate (company_id, staff_id);
call kit.protect_company_table('exam.candidate');

create table exam.reviewer (
  company_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
call kit.protect_company_table('exam.reviewer');

-- One sitting. state: see server/rules/attempt-transition.ts. `due_at` is what the server enforces; null: no deadline.
create table exam.attempt (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  staff_id uuid not null,
  number integer not null,
  state text not null default 'in_progress',
  started_at timestamptz not null,
  due_at timestamptz,
  grace_seconds integer not null default 60,
  submitted_at timestamptz,
  -- manual, timeUp (by the client at the deadline), timeout (by the server), limit (left the exam too often)
  submit_cause text,
  submission_key text,
  -- questions may not be returned to (permitSkipBack off)
  is_linear boolean not null default false,
  -- who may write: `lease_device` is `<device>:<tab>`; taking over counts the epoch up
  lease_epoch integer not null default 1,
  lease_device text not null,
  session_id uuid,
  ip text,
  user_agent text,
  max_score_hundredths integer not null,
  objective_score_hundredths integer,
  subjective_score_hundredths integer,
  score_hundredths integer,
  is_passed boolean,
  has_subjective boolean not null default false,
  scored_at timestamptz,
  marked_at timestamptz,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint attempt_number_unique unique (company_id, exam_id, staff_id, number),
  foreign key (company_id, exam_id, staff_id) references exam.candidate (company_id, exam_id, staff_id)
) with (fillfactor = 80);
create unique index attempt_only_one_open on exam.attempt (company_id, exam_id, staff_id) where state in ('in_progress', 'paused', 'submitting');
create index attempt_by_exam on exam.attempt (company_id, exam_id, id);
create index attempt_by_staff on exam.attempt (company_id, staff_id);
create index attempt_open_by_due on exam.attempt (due_at) where state in ('in_progress', 'paused', 'submitting');
create index attempt_unscored on exam.attempt (updated_at) where state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned');
call kit.protect_company_table('exam.attempt');

-- One question of one sitting with everything needed to show and rescore it in five years, and the current answer.
-- answer_state: not_seen, seen_blank, cleared, answered. score is the official one; score_source: auto, manual.
-- rev is the revision that counts, last_rev the newest that was kept (late and conflicting ones too); client_seq and lease_epoch are those
-- of the write that counts, note_seq is the highest number met (an overtaken call must not set a flag back). option_order and part_ids (blanks, gaps) are also what an answer may name. No foreign keys to the versions:
-- exam_question and pool_question hold them, and checking them again for every question of every attempt doubles the cost of a start.
create table exam.attempt_item (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  order_index integer not null,
  question_id uuid not null,
  question_version_id uuid not null,
  rule_version_id uuid not null,
  type smallint not null,
  option_order text[] not null default '{}',
  part_ids text[] not null default '{}',
  max_score_hundredths integer not null,
  answer jsonb,
  answer_state text not null default 'not_seen',
  is_flagged boolean not null default false,
  seen_seq bigint,
  note_seq bigint not null default 0,
  rev integer not null default 0,
  last_rev integer not null default 0,
  client_seq bigint not null default 0,
  lease_epoch integer not null default 0,
  answered_at timestamptz,
  score_hundredths integer,
  score_source text,
  is_correct boolean,
  primary key (company_id, attempt_id, slot),
  foreign key (company_id, attempt_id) references exam.attempt (company_id, id)
) with (fillfactor = 70);
call kit.protect_company_table('exam.attempt_item');

-- Every acknowledged writing of an answer, never changed. kind: save; kept as evidence, not as answer: late (after the deadline or the
-- hand-in), conflict (based on an older revision), replaced (by a device that lost the lease). Written by exam.save_answers alone, which
-- has seen the attempt: a foreign key would look it up again, and lock it, for every answer.
create table exam.answer_revision (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  rev integer not null,
  kind text not null default 'save',
  base_rev integer not null,
  answer jsonb not null,
  answer_hash text not null,
  client_seq bigint not null,
  client_time timestamptz,
  server_time timestamptz not null,
  lease_epoch integer not null,
  primary key (company_id, attempt_id, slot, rev)
);
call kit.protect_company_table('exam.answer_revision', 'select, insert');

-- What happened in a sitting: transitions, device changes, focus lost, network, confirmations.
create table exam.attempt_event (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  type text not null,
  actor_id uuid,
  source text not null default 'server',
  lease_epoch integer not null default 0,
  client_seq bigint,
  client_time timestamptz,
  server_time timestamptz not null default clock_timestamp(),
  data jsonb not null default '{}',
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references exam.attempt (company_id, id)
);
create unique index attempt_event_client_seq on exam.attempt_event (company_id, attempt_id, lease_epoch, client_seq) where client_seq is not null;
call kit.protect_company_table('exam.attempt_event', 'select, insert');

-- Every evaluation of an answer; append-only, one official per (attempt, slot) in attempt_item. source: auto, manual. Its only writers
-- (scoring.sql.ts) hold the attempt's lock and have just read it: a foreign key would look it up again for every question.
create table exam.evaluation (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  number integer not null,
  source text not null,
  score_hundredths integer not null,
  rule_version_id uuid not null,
  answer_rev integer not null,
  marker_id uuid,
  comment text,
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, attempt_id, slot, number)
);
call kit.protect_company_table('exam.evaluation', 'select, insert');
