-- A part of a package once completed stays so, whatever a later session says; what is kept belongs to the version that it was learnt with.
alter table course.scorm_state
  add column courseware_version_id uuid,
  add column done_at timestamptz;

-- Each player of a part, with the number of its last commit and the seconds of it that count in the total: each session is counted once.
create table course.scorm_session (
  company_id uuid not null,
  staff_id uuid not null,
  session_id uuid not null,
  part integer not null check (part > 0),
  last_seq integer not null default 0,
  seconds integer not null default 0,
  primary key (company_id, staff_id, session_id, part),
  foreign key (company_id, staff_id, session_id) references course.learn_session (company_id, staff_id, id) on delete cascade
);
comment on table course.scorm_session is 'What one player of a package''s part has told.';
call kit.protect_company_table('course.scorm_session');
