-- Courses: chapters and tasks in versions, who learns, what each of them has done.
create schema course;
grant usage on schema course to kaopei_app;

create table course.category (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null check (name <> ''),
  sort integer not null default 0,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references course.category (company_id, id),
  constraint course_category_name_unique unique nulls not distinct (company_id, parent_id, name)
);
comment on table course.category is 'The tree of course categories.';
call kit.protect_company_table('course.category');

create table course.course (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  category_id uuid,
  -- 1 made here, 2 bought
  source smallint not null default 1 check (source in (1, 2)),
  -- 1 assigned to people, 2 open to whoever joins
  type smallint not null default 1 check (type in (1, 2)),
  -- 0 draft, 1 on the shelf, 2 off the shelf
  status smallint not null default 0 check (status between 0 and 2),
  cover_file_id uuid,
  -- cleaned html
  descript text not null default '',
  teacher_id uuid,
  -- joining: whether somebody must agree, and how many places there are
  is_join_approved boolean not null default false,
  places integer check (places > 0),
  -- days after the enrolment by which it should be done; null: no date
  due_days integer check (due_days > 0),
  has_watermark boolean not null default false,
  -- what learners see, and what is being written; a course on the shelf has a draft only while somebody changes it
  published_id uuid,
  draft_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shelved_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, category_id) references course.category (company_id, id),
  check (status = 0 or published_id is not null)
);
create index course_newest on course.course (company_id, id desc) where removed_at is null;
create index course_in_category on course.course (company_id, category_id, id desc) where removed_at is null;
comment on table course.course is 'A course: its outline stands in versions.';
call kit.protect_company_table('course.course');

create table course.version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  course_id uuid not null,
  number integer not null check (number > 0),
  -- 0 being written, 1 published, 2 replaced
  state smallint not null default 0 check (state between 0 and 2),
  -- free, tasks, groups: the learning room's orders
  unlock_order text not null default 'free' check (unlock_order in ('free', 'tasks', 'groups')),
  -- what became of those who had completed the one before: keep (stay complete) or owe (must make up what is new)
  for_completed text not null default 'keep' check (for_completed in ('keep', 'owe')),
  note text not null default '',
  published_at timestamptz,
  published_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, course_id, number),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
comment on table course.version is 'An outline of a course as it was published, or as it is being written.';
alter table course.course
  add foreign key (company_id, published_id) references course.version (company_id, id) deferrable initially deferred,
  add foreign key (company_id, draft_id) references course.version (company_id, id) deferrable initially deferred;
call kit.protect_company_table('course.version');

create table course.chapter (
  company_id uuid not null,
  version_id uuid not null,
  -- the same in every version of the course
  id uuid not null default kit.new_id(),
  title text not null check (title <> ''),
  descript text not null default '',
  sort integer not null,
  -- conditions of the learning room (contract/unlock)
  conditions jsonb not null default '[]',
  primary key (company_id, version_id, id),
  foreign key (company_id, version_id) references course.version (company_id, id)
);
comment on table course.chapter is 'A chapter of one version of a course.';
call kit.protect_company_table('course.chapter');

create table course.task (
  company_id uuid not null,
  version_id uuid not null,
  -- the same in every version of the course
  id uuid not null default kit.new_id(),
  chapter_id uuid not null,
  title text not null check (title <> ''),
  -- key of the registry of kinds: courseware, exam, article, link; practice and questionnaire come with their rooms
  kind text not null check (kind <> ''),
  -- the courseware, exam … ; null of an article or link
  target_id uuid,
  -- whose courseware it is, when it is not the company's own: of a bought course the seller's
  target_company_id uuid,
  sort integer not null,
  is_required boolean not null default true,
  weight integer not null default 1 check (weight between 0 and 1000),
  -- what completes it, by kind: see the room's README
  rule jsonb not null default '{}',
  conditions jsonb not null default '[]',
  -- of an article {html}, of a link {url}
  content jsonb,
  -- seconds or pages when it was added, for lists; the learner's own row has what counts
  length_seconds integer,
  page_count integer,
  primary key (company_id, version_id, id),
  foreign key (company_id, version_id, chapter_id) references course.chapter (company_id, version_id, id)
);
create index task_of_chapter on course.task (company_id, version_id, chapter_id, sort);
create index task_by_target on course.task (company_id, kind, target_id) where target_id is not null;
comment on table course.task is 'What is to be done in a chapter.';
call kit.protect_company_table('course.task');

-- Departments and groups whose people learn: as they were when attached (snapshot) or as they are (live).
create table course.audience (
  company_id uuid not null,
  course_id uuid not null,
  -- department, group
  kind text not null check (kind in ('department', 'group')),
  target_id uuid not null,
  -- 1 snapshot, 2 live: the user groups' codes
  mode smallint not null default 1 check (mode in (1, 2)),
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, course_id, kind, target_id),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
create index audience_by_target on course.audience (company_id, kind, target_id);
comment on table course.audience is 'Departments and user groups that a course was given to.';
call kit.protect_company_table('course.audience');

create table course.enrolment (
  company_id uuid not null,
  course_id uuid not null,
  staff_id uuid not null,
  -- 1 asked to join, 2 learns, 3 taken out, 4 refused
  state smallint not null default 2 check (state between 1 and 4),
  -- why somebody is in it: by hand, by joining, by groups; taken out by one, the other still holds
  is_by_hand boolean not null default false,
  is_joined boolean not null default false,
  is_by_audience boolean not null default false,
  enrolled_at timestamptz not null default now(),
  due_at timestamptz,
  -- derived, beside the events it is made of: states of the published version's tasks in their order, 0 not begun, 1 under way, 2 complete
  task_states smallint[] not null default '{}',
  states_of uuid,
  percent smallint not null default 0 check (percent between 0 and 100),
  completed_at timestamptz,
  -- credited learning time and wall time, seconds
  learned_seconds integer not null default 0 check (learned_seconds >= 0),
  wall_seconds integer not null default 0 check (wall_seconds >= 0),
  begun_at timestamptz,
  last_at timestamptz,
  last_task_id uuid,
  primary key (company_id, course_id, staff_id),
  foreign key (company_id, course_id) references course.course (company_id, id)
) with (fillfactor = 80);
create index enrolment_of_staff on course.enrolment (company_id, staff_id, last_at desc nulls last) where state = 2;
create index enrolment_by_percent on course.enrolment (company_id, course_id, percent, staff_id) where state = 2;
create index enrolment_by_last on course.enrolment (company_id, course_id, last_at desc nulls last, staff_id) where state = 2;
create index enrolment_asked on course.enrolment (company_id, course_id) where state = 1;
comment on table course.enrolment is 'Somebody who learns a course, with how far they are.';
call kit.protect_company_table('course.enrolment');

-- What happened to a task of somebody; never changed. Derived states can be made anew from it.
create table course.task_event (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  course_id uuid not null,
  staff_id uuid not null,
  task_id uuid not null,
  -- begun, done, undone, exempted, opened (a lock by hand), closed, reset
  kind text not null check (kind in ('begun', 'done', 'undone', 'exempted', 'opened', 'closed', 'reset')),
  -- of an exam: hundredths
  score_hundredths integer,
  is_passed boolean,
  -- what brought it: {source: 'ping' | 'attempt' | 'scorm' | 'link' | 'article' | 'person', …}
  cause jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, id)
);
create index task_event_of_person on course.task_event (company_id, course_id, staff_id, task_id, id);
comment on table course.task_event is 'Each completion, withdrawal, exemption and lock opened by hand, with what brought it.';
call kit.protect_company_table('course.task_event', 'select, insert');

-- What of a courseware somebody has seen. Length and version are fixed when it is opened first, so that counting asks no other room.
create table course.media_progress (
  company_id uuid not null,
  staff_id uuid not null,
  course_id uuid not null,
  task_id uuid not null,
  courseware_version_id uuid not null,
  length_seconds integer not null default 0,
  page_count integer not null default 0,
  watched int4multirange not null default '{}',
  -- of a document or micro-course: seconds in view of each page or block
  page_seconds integer[] not null default '{}',
  new_seconds integer not null default 0,
  repeated_seconds integer not null default 0,
  wall_seconds integer not null default 0,
  -- where to go on: second or page
  last_position integer not null default 0,
  is_complete boolean not null default false,
  begun_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (company_id, staff_id, course_id, task_id)
) with (fillfactor = 70);
create index media_progress_of_task on course.media_progress (company_id, course_id, task_id);
comment on table course.media_progress is 'How much of a courseware somebody has seen.';
call kit.protect_company_table('course.media_progress');

-- One clock for each person: two tabs never count twice.
create table course.learner_clock (
  company_id uuid not null,
  staff_id uuid not null,
  last_at timestamptz not null,
  primary key (company_id, staff_id)
) with (fillfactor = 70);
comment on table course.learner_clock is 'When somebody''s last report of playing was accepted, of whatever task.';
call kit.protect_company_table('course.learner_clock');

create table course.learn_session (
  company_id uuid not null,
  staff_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  task_id uuid not null,
  last_seq integer not null default 0,
  begun_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (company_id, staff_id, id)
) with (fillfactor = 70);
comment on table course.learn_session is 'A player that was opened, with the number of its last report.';
call kit.protect_company_table('course.learn_session');

-- Each report of playing, as it was credited: behind every percent stand these. Never changed.
create table course.ping (
  company_id uuid not null,
  staff_id uuid not null,
  session_id uuid not null,
  seq integer not null,
  course_id uuid not null,
  task_id uuid not null,
  at timestamptz not null,
  credited int4multirange not null default '{}',
  page_seconds integer[] not null default '{}',
  new_seconds integer not null,
  cut_seconds integer not null,
  wall_seconds integer not null,
  is_late boolean not null default false,
  primary key (company_id, staff_id, session_id, seq)
);
create index ping_of_task on course.ping (company_id, course_id, task_id, staff_id, at);
comment on table course.ping is 'Reports of playing and what was credited of them.';
call kit.protect_company_table('course.ping', 'select, insert, delete');

create table course.learn_day (
  company_id uuid not null,
  staff_id uuid not null,
  day date not null,
  course_id uuid not null,
  seconds integer not null default 0,
  wall_seconds integer not null default 0,
  primary key (company_id, staff_id, day, course_id)
) with (fillfactor = 70);
create index learn_day_of_company on course.learn_day (company_id, day);
comment on table course.learn_day is 'Learned seconds by day of the company''s time zone. Daily caps are applied where reports read it.';
call kit.protect_company_table('course.learn_day');

create table course.scorm_state (
  company_id uuid not null,
  staff_id uuid not null,
  course_id uuid not null,
  task_id uuid not null,
  part integer not null,
  -- passed, completed, failed, incomplete, browsed, not attempted; of 2004 completion and success apart
  status text not null default 'not attempted',
  success text not null default 'unknown',
  score_hundredths integer,
  progress_percent smallint,
  location text not null default '',
  suspend_data text not null default '' check (length(suspend_data) <= 64000),
  exit text not null default '',
  total_seconds integer not null default 0,
  -- everything else of the run-time data that the package set
  data jsonb not null default '{}',
  session_id uuid,
  updated_at timestamptz not null default now(),
  primary key (company_id, staff_id, course_id, task_id, part)
);
comment on table course.scorm_state is 'What a package remembers of somebody.';
call kit.protect_company_table('course.scorm_state');

-- What a company bought. The seller's company offers a course; its outline is copied, its media stay where they are.
create table course.licence (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  seller_company_id uuid not null,
  seller_course_id uuid not null,
  seller_version_id uuid not null,
  -- the copy in this company
  course_id uuid not null,
  -- 1 so many seats, 2 without a limit
  limit_type smallint not null check (limit_type in (1, 2)),
  limit_count integer check (limit_count >= 0),
  valid_from timestamptz not null,
  valid_until timestamptz,
  -- a reserved seat that nobody used so many days after it was given goes back
  start_within_days integer check (start_within_days > 0),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  unique (company_id, seller_course_id),
  foreign key (company_id, course_id) references course.course (company_id, id),
  check (limit_type = 2 or limit_count is not null),
  check (valid_until is null or valid_until > valid_from)
);
comment on table course.licence is 'A bought course: how many may learn it, and until when.';
call kit.protect_company_table('course.licence');

create table course.seat (
  company_id uuid not null,
  licence_id uuid not null,
  staff_id uuid not null,
  -- 1 reserved, 2 used, 3 released
  state smallint not null check (state between 1 and 3),
  reserved_at timestamptz not null,
  used_at timestamptz,
  start_by timestamptz,
  primary key (company_id, licence_id, staff_id),
  foreign key (company_id, licence_id) references course.licence (company_id, id)
);
create index seat_start_by on course.seat (start_by) where state = 1 and start_by is not null;
comment on table course.seat is 'A seat of a licence: reserved by assignment, used by the first credited second.';
call kit.protect_company_table('course.seat');

create table course.seat_event (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  licence_id uuid not null,
  staff_id uuid,
  -- reserved, used, released, expired, limited (the licence's number changed)
  kind text not null check (kind in ('reserved', 'used', 'released', 'expired', 'limited')),
  detail jsonb not null default '{}',
  actor_id uuid,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, licence_id) references course.licence (company_id, id)
);
create index seat_event_of_licence on course.seat_event (company_id, licence_id, id desc);
comment on table course.seat_event is 'The ledger of seats.';
call kit.protect_company_table('course.seat_event', 'select, insert');

create table course.reminder (
  company_id uuid not null,
  course_id uuid not null,
  staff_id uuid not null,
  -- the rule that sent it: by hand on a day, or so many days before the date
  rule text not null,
  sent_at timestamptz not null default now(),
  primary key (company_id, course_id, staff_id, rule)
);
comment on table course.reminder is 'Who was reminded by which rule: once each.';
call kit.protect_company_table('course.reminder', 'select, insert');
