-- Practices: questions to learn by again and again, rounds and answers, the wrong-question book, what somebody still remembers.
create schema practice;
grant usage on schema practice to kaopei_app;

create table practice.practice (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  information text not null default '',
  start_at timestamptz,
  end_at timestamptz,
  -- 0 every employee, 1 chosen people, 2 departments and groups as they are
  participation_mode smallint not null default 1 check (participation_mode between 0 and 2),
  permit_repeat boolean not null default true,
  permit_view_result boolean not null default true,
  permit_view_answer boolean not null default true,
  permit_view_analysis boolean not null default true,
  -- 0 draft, 1 published, 2 ended by hand
  status smallint not null default 0 check (status between 0 and 2),
  paper_id uuid not null,
  -- of its own paper and of the exams' papers, when it was published
  question_count integer not null default 0,
  -- a room above completes something by how people stand here, and wants to be told
  is_followed boolean not null default false,
  published_at timestamptz,
  ended_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  constraint practice_paper_unique unique (company_id, paper_id),
  foreign key (company_id, paper_id) references paper.paper (company_id, id),
  check (end_at > start_at)
);
create index practice_newest on practice.practice (company_id, id desc) where removed_at is null;
comment on table practice.practice is 'A practice: its questions are a paper and the papers of ended exams.';
call kit.protect_company_table('practice.practice');

create table practice.exam_source (
  company_id uuid not null,
  practice_id uuid not null,
  exam_id uuid not null,
  sort integer not null,
  -- the exam's pinned paper
  paper_id uuid not null,
  question_count integer not null,
  primary key (company_id, practice_id, exam_id),
  foreign key (company_id, practice_id) references practice.practice (company_id, id) on delete cascade
);
comment on table practice.exam_source is 'Ended exams whose papers a practice takes.';
call kit.protect_company_table('practice.exam_source');

create table practice.participant (
  company_id uuid not null,
  practice_id uuid not null,
  staff_id uuid not null,
  -- chosen by hand, or brought by a course or project that leads here: taken out by one, the other still holds
  is_chosen boolean not null default false,
  is_by_task boolean not null default false,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, practice_id, staff_id),
  foreign key (company_id, practice_id) references practice.practice (company_id, id) on delete cascade,
  foreign key (company_id, staff_id) references org.staff (company_id, id),
  check (is_chosen or is_by_task)
);
create index participant_by_staff on practice.participant (company_id, staff_id);
create index participant_by_time on practice.participant (company_id, practice_id, added_at desc, staff_id);
comment on table practice.participant is 'People who were chosen for a practice, or led to it by a task.';
call kit.protect_company_table('practice.participant');

create table practice.audience (
  company_id uuid not null,
  practice_id uuid not null,
  kind text not null check (kind in ('department', 'group')),
  target_id uuid not null,
  -- the data scope of whoever attached it: nobody outside of it comes by it; null: everybody
  scope jsonb,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, practice_id, kind, target_id),
  foreign key (company_id, practice_id) references practice.practice (company_id, id) on delete cascade
);
create index audience_by_target on practice.audience (company_id, kind, target_id);
comment on table practice.audience is 'Departments and groups whose people may practise, as they are when somebody comes.';
call kit.protect_company_table('practice.audience');

create table practice.policy (
  company_id uuid not null references platform.company (id),
  -- how surely a question should still be known when it comes again
  retention_percent smallint not null default 90 check (retention_percent between 80 and 95),
  daily_count smallint not null default 15 check (daily_count between 1 and 100),
  leave_streak smallint not null default 3 check (leave_streak between 1 and 10),
  leave_days smallint not null default 2 check (leave_days between 1 and 10),
  version integer not null default 1,
  primary key (company_id)
);
comment on table practice.policy is 'A company''s own figures of practising.';
call kit.protect_company_table('practice.policy');

-- Locked by whoever changes what somebody has answered: two tabs and two devices follow one another.
create table practice.learner (
  company_id uuid not null,
  staff_id uuid not null,
  daily_count smallint check (daily_count between 1 and 100),
  -- local days running with an answer, and the last of them
  day_streak integer not null default 0,
  last_day date,
  created_at timestamptz not null default now(),
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table practice.learner is 'Somebody who has practised, and how many due questions a day they wish.';
call kit.protect_company_table('practice.learner');

create table practice.run (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  practice_id uuid,
  -- 1 in order, 2 random, 3 wrong ones, 4 favourites, 5 due today, 6 one knowledge point, 7 mock
  mode smallint not null check (mode between 1 and 7),
  knowledge_point_id uuid,
  -- whose days count, as the company had it when the round began
  time_zone text not null,
  item_count integer not null check (item_count > 0),
  -- items answered, passed over, judged by oneself; of those that somebody else scored: how many, and how many right at the answer that counts
  answered_count integer not null default 0,
  passed_count integer not null default 0,
  right_count integer not null default 0,
  scored_count integer not null default 0,
  own_count integer not null default 0,
  -- answers, repeated ones too
  answer_count integer not null default 0,
  seconds integer not null default 0,
  -- of some item right and wrong may not be seen
  is_result_hidden boolean not null default false,
  begun_at timestamptz not null,
  last_at timestamptz not null,
  finished_at timestamptz,
  -- another round of the kind was begun instead
  is_left boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, practice_id) references practice.practice (company_id, id),
  check (mode in (3, 4, 5, 6) or practice_id is not null)
);
create unique index run_under_way on practice.run (company_id, staff_id, practice_id, mode, knowledge_point_id)
  nulls not distinct where finished_at is null and not is_left;
create index run_of_staff on practice.run (company_id, staff_id, begun_at desc);
create index run_of_practice on practice.run (company_id, practice_id, staff_id) where practice_id is not null;
comment on table practice.run is 'One way of somebody through questions.';
call kit.protect_company_table('practice.run');

create table practice.run_item (
  company_id uuid not null,
  run_id uuid not null,
  number integer not null check (number > 0),
  question_id uuid not null,
  version_id uuid not null,
  rule_version_id uuid not null,
  max_hundredths integer not null,
  option_order text[] not null default '{}',
  -- by which it came, whose permits what is told obeys; null: of an exam, whose answers may be seen
  practice_id uuid,
  -- numbers of the last answer and of the one that counts: the first, in a mock round the last; 0: none
  last_seq integer not null default 0,
  counted_seq integer not null default 0,
  -- null: waits for one's own judgement
  counted_right boolean,
  is_own boolean not null default false,
  seconds integer not null default 0,
  -- stopped or removed while the round was under way
  passed_at timestamptz,
  answered_at timestamptz,
  primary key (company_id, run_id, number),
  foreign key (company_id, run_id) references practice.run (company_id, id) on delete cascade
) with (fillfactor = 80);
comment on table practice.run_item is 'The questions of a round, with the versions that were ready when it began.';
call kit.protect_company_table('practice.run_item');

create table practice.answer (
  company_id uuid not null,
  run_id uuid not null,
  number integer not null,
  seq integer not null check (seq > 0),
  staff_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  answer jsonb not null,
  -- null: waits for one's own judgement
  score_hundredths integer,
  max_hundredths integer not null,
  is_right boolean,
  -- judged by oneself
  is_own boolean not null default false,
  seconds integer not null default 0,
  -- by the server's clock; kept without a network: by the device's, as far as it can be believed
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (company_id, run_id, number, seq)
);
create index answer_of_person on practice.answer (company_id, staff_id, at desc);
create index answer_of_question on practice.answer (company_id, staff_id, question_id, at desc);
comment on table practice.answer is 'Each answer, as it was given and scored. Never changed.';
call kit.protect_company_table('practice.answer', 'select, insert');

create table practice.memory (
  company_id uuid not null,
  staff_id uuid not null,
  question_id uuid not null,
  -- by which it came last; null: of an exam
  practice_id uuid,
  version_id uuid not null,
  rule_version_id uuid not null,
  -- the latest answer that somebody else scored
  last_score integer,
  last_max integer,
  scored_at timestamptz,
  last_at timestamptz not null,
  answer_count integer not null default 0,
  right_count integer not null default 0,
  wrong_count integer not null default 0,
  -- in the wrong book: since when, and what brought it, 1 practice, 2 exam
  wrong_since timestamptz,
  wrong_by smallint check (wrong_by in (1, 2)),
  -- full marks running, and the local days that they fell on
  streak integer not null default 0,
  streak_days integer not null default 0,
  streak_day date,
  -- of key and rule: another one begins anew
  key_mark text,
  -- FSRS-6: days, 1 to 10; null: not learnt yet
  stability double precision,
  difficulty double precision,
  due_at timestamptz,
  reviewed_on date,
  reviews integer not null default 0,
  lapses integer not null default 0,
  -- what stood before today's move: 太简单 moves from there
  before_move jsonb,
  is_favourite boolean not null default false,
  favourite_at timestamptz,
  note text not null default '',
  primary key (company_id, staff_id, question_id)
) with (fillfactor = 80);
create index memory_due on practice.memory (company_id, staff_id, due_at) where due_at is not null;
create index memory_wrong on practice.memory (company_id, staff_id, wrong_since desc) where wrong_since is not null;
create index memory_favourite on practice.memory (company_id, staff_id, favourite_at desc) where is_favourite;
create index memory_scored on practice.memory (company_id, question_id, scored_at) include (staff_id, last_score, last_max)
  where scored_at is not null;
comment on table practice.memory is 'What somebody knows of a question: the latest answer, the wrong book, when it is due.';
call kit.protect_company_table('practice.memory');

-- Results of exams whose wrong answers come into the wrong book once they may be seen.
create table practice.exam_result (
  company_id uuid not null,
  attempt_id uuid not null,
  exam_id uuid not null,
  staff_id uuid not null,
  -- 1 waits until its answers may be seen, 2 taken in, 3 taken back or never to be seen
  state smallint not null check (state between 1 and 3),
  -- when somebody looks again
  look_at timestamptz,
  come_at timestamptz not null default now(),
  primary key (company_id, attempt_id)
);
create index exam_result_to_look_at on practice.exam_result (look_at) where state = 1;
comment on table practice.exam_result is 'Attempts of exams whose wrong answers wait, or were taken in.';
call kit.protect_company_table('practice.exam_result');
create policy sweep on practice.exam_result for select to kaopei_search using (true);
grant usage on schema practice to kaopei_search;
grant select on practice.exam_result to kaopei_search;

create table practice.exam_wrong (
  company_id uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, attempt_id, question_id),
  foreign key (company_id, attempt_id) references practice.exam_result (company_id, attempt_id) on delete cascade
);
create index exam_wrong_of_person on practice.exam_wrong (company_id, staff_id, question_id);
comment on table practice.exam_wrong is 'What each attempt brought into the wrong book, to be taken back with it.';
call kit.protect_company_table('practice.exam_wrong');

create table practice.report (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  practice_id uuid,
  -- 1 question, 2 key, 3 analysis, 4 other
  kind smallint not null check (kind between 1 and 4),
  text text not null check (text <> ''),
  -- 0 open, 1 accepted, 2 declined
  state smallint not null default 0 check (state between 0 and 2),
  reply text not null default '',
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create index report_newest on practice.report (company_id, state, id desc);
create unique index report_open_once on practice.report (company_id, staff_id, question_id) where state = 0;
comment on table practice.report is 'What learners found wrong with questions, and what became of it.';
call kit.protect_company_table('practice.report');
