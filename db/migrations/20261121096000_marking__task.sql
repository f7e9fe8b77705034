create schema marking;
grant usage on schema marking to kaopei_app, kaopei_search;

-- One answer that a person must mark. state: 0 open, 1 draft, 2 done. Made when an attempt with such answers is scored.
create table marking.task (
  company_id uuid not null,
  attempt_id uuid not null,
  slot integer not null,
  exam_id uuid not null,
  question_id uuid not null,
  state smallint not null default 0 check (state between 0 and 2),
  -- stable pseudo-random order, so that no candidate gains by coming first
  shuffle integer not null,
  draft jsonb,
  score_hundredths integer,
  comment text not null default '',
  key_points jsonb not null default '{}',
  marker_id uuid,
  marked_at timestamptz,
  locked_by uuid,
  locked_until timestamptz,
  version integer not null default 1,
  primary key (company_id, attempt_id, slot),
  foreign key (company_id, attempt_id, slot) references exam.attempt_item (company_id, attempt_id, slot)
);
create index task_by_exam on marking.task (company_id, exam_id, state, question_id, shuffle);
call kit.protect_company_table('marking.task');
