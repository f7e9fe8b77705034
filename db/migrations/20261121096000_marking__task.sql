create schema marking;
grant usage on schema marking to kaopei_app, kaopei_search;

-- One answer that a person must mark. state: 0 open, 1 somebody has a draft, 2 done. Made when an attempt with such answers is scored.
-- The marks of a reopened task stay in the row, so that the next marker starts from them.
create table marking.task (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  exam_id uuid not null,
  question_id uuid not null,
  state smallint not null default 0 check (state between 0 and 2),
  is_answered boolean not null,
  -- stable pseudo-random orders, of answers and of whole papers, so that no candidate gains by coming first
  shuffle integer not null,
  paper_shuffle integer not null,
  score_hundredths integer check (score_hundredths >= 0),
  comment text not null default '',
  -- id of a point → hundredths earned
  key_points jsonb not null default '{}',
  marker_id uuid,
  marked_at timestamptz,
  locked_by uuid,
  locked_until timestamptz,
  version integer not null default 1,
  primary key (company_id, attempt_id, slot),
  foreign key (company_id, attempt_id, slot) references exam.attempt_item (company_id, attempt_id, slot),
  foreign key (company_id, exam_id) references exam.exam (company_id, id),
  check (state < 2 or (score_hundredths is not null and marker_id is not null))
) with (fillfactor = 80);
create index task_by_exam on marking.task (company_id, exam_id, question_id, state);
create index task_open on marking.task (company_id, exam_id, shuffle, attempt_id, slot) where state < 2;
create index task_open_by_question on marking.task (company_id, exam_id, question_id, shuffle, attempt_id, slot) where state < 2;
create index task_open_by_paper on marking.task (company_id, exam_id, paper_shuffle, attempt_id, slot) where state < 2;
create index task_locked on marking.task (company_id, exam_id, locked_by) where state < 2 and locked_by is not null;
create index task_remarks on marking.task (company_id, question_id, marker_id) where state = 2 and comment <> '';
call kit.protect_company_table('marking.task');

-- What a marker has typed and not yet handed in; each marker has their own, so that a save that lost against another's is kept too.
create table marking.draft (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  marker_id uuid not null,
  score_hundredths integer check (score_hundredths >= 0),
  comment text not null default '',
  key_points jsonb not null default '{}',
  base_version integer not null,
  is_from_conflict boolean not null default false,
  saved_at timestamptz not null,
  primary key (company_id, attempt_id, slot, marker_id),
  foreign key (company_id, attempt_id, slot) references marking.task (company_id, attempt_id, slot)
);
call kit.protect_company_table('marking.draft');

-- What happened to a task, never changed. kind: scored, zeroed, conflict, reopened, released, revealed.
create table marking.task_event (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  id uuid not null default kit.new_id(),
  at timestamptz not null,
  kind text not null,
  actor_id uuid not null,
  score_hundredths integer,
  comment text not null default '',
  key_points jsonb not null default '{}',
  reason text,
  primary key (company_id, attempt_id, slot, id),
  foreign key (company_id, attempt_id, slot) references marking.task (company_id, attempt_id, slot)
);
call kit.protect_company_table('marking.task_event', 'select, insert');
