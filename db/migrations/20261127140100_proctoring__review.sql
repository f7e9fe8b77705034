-- Review of recordings: who looked and why, frames that were kept, marks.
-- As the attempt was called when it began.
alter table proctoring.watch add column title text not null default '';

create table proctoring.look (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.look is 'Who opened the recordings of an attempt, and why.';
call kit.protect_company_table('proctoring.look', 'select, insert');

create table proctoring.frame (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  source smallint not null check (source between 1 and 3),
  file_id uuid not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, attempt_id, id),
  unique (company_id, attempt_id, source, file_id),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.frame is 'Frames of films that a reviewer kept as pictures.';
call kit.protect_company_table('proctoring.frame', 'select, insert');

create table proctoring.mark (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  -- source + 3: 4 screen, 5 first camera, 6 second camera
  abnormal_type smallint not null check (abnormal_type between 4 and 6),
  -- a picture or a kept frame; null: the whole recording
  shot_id uuid,
  is_marked boolean not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.mark is 'Marks of suspicion, appended; of each thing the last one counts. Evidence: no score depends on them.';
call kit.protect_company_table('proctoring.mark', 'select, insert');
