-- Training projects: stages and tasks, who takes part, what they did, offline sessions, notices and reminders.
create schema training;
grant usage on schema training to kaopei_app;

create table training.category (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  sort integer not null default 0,
  version integer not null default 1,
  primary key (company_id, id),
  constraint training_category_name_unique unique (company_id, name)
);
comment on table training.category is 'Categories of training projects.';
call kit.protect_company_table('training.category');

create table training.project (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  category_id uuid,
  information text not null default '',
  cover_file_id uuid,
  -- planned; at the end the project ends by itself
  begin_at timestamptz,
  end_at timestamptz,
  -- 0 draft, 1 on the shelf, 2 off it, 3 ended, 4 archived
  status smallint not null default 0 check (status between 0 and 4),
  unlock_order text not null default 'free' check (unlock_order in ('free', 'tasks', 'groups')),
  -- what people are told without anybody asking: on taking part, when it begins, when it ends
  notify_join boolean not null default true,
  notify_begin boolean not null default false,
  notify_end boolean not null default false,
  -- the exam whose weak points it mends
  source_exam_id uuid,
  -- counts every change of stages and tasks; what is derived of people names the one it is of
  outline_version integer not null default 1,
  -- the slot that the next task takes in everybody's array of states
  next_slot smallint not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shelved_at timestamptz,
  ended_at timestamptz,
  -- null: by the clock
  ended_by uuid,
  archived_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, category_id) references training.category (company_id, id),
  check (end_at > begin_at)
);
create index project_newest on training.project (company_id, id desc) where removed_at is null;
create index project_by_category on training.project (company_id, category_id) where removed_at is null;
create index project_to_end on training.project (end_at) where status in (1, 2) and removed_at is null;
comment on table training.project is 'A training project; its stages and tasks are changed in place.';
call kit.protect_company_table('training.project');

create table training.stage (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid not null,
  title text not null check (title <> ''),
  descript text not null default '',
  sort integer not null,
  weight integer not null default 1 check (weight between 0 and 1000),
  -- the window: an instant, days from one's own beginning, or both; the later one counts
  opens_at timestamptz,
  opens_after_days smallint check (opens_after_days between 0 and 3650),
  ends_at timestamptz,
  ends_after_days smallint check (ends_after_days between 1 and 3650),
  conditions jsonb not null default '[]',
  primary key (company_id, id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
create index stage_of_project on training.stage (company_id, project_id, sort);
comment on table training.stage is 'Stages of a project in their order, each with its window and weight.';
call kit.protect_company_table('training.stage');

create table training.task (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid not null,
  stage_id uuid not null,
  -- its place in everybody's array of states; never used twice in a project
  slot smallint not null check (slot > 0),
  title text not null check (title <> ''),
  kind text not null check (kind <> ''),
  target_id uuid,
  sort integer not null,
  is_required boolean not null default true,
  weight integer not null default 1 check (weight between 0 and 1000),
  rule jsonb not null default '{}',
  conditions jsonb not null default '[]',
  due_at timestamptz,
  due_after_days smallint check (due_after_days between 1 and 3650),
  -- of materials: article, files, link
  content jsonb,
  -- true: only for people of training.task_person
  is_for_chosen boolean not null default false,
  -- the task that this one makes up for; the better of both counts for it
  makes_up_task_id uuid,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  constraint task_slot_unique unique (company_id, project_id, slot),
  foreign key (company_id, project_id) references training.project (company_id, id),
  foreign key (company_id, stage_id) references training.stage (company_id, id)
);
create index task_of_stage on training.task (company_id, stage_id, sort) where removed_at is null;
create index task_by_target on training.task (company_id, kind, target_id) where target_id is not null and removed_at is null;
comment on table training.task is 'What is to be done in a stage. A removed task stays, so that what happened in it can be read.';
call kit.protect_company_table('training.task');

create table training.task_person (
  company_id uuid not null,
  task_id uuid not null,
  staff_id uuid not null,
  reason text not null default '',
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, task_id, staff_id),
  foreign key (company_id, task_id) references training.task (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table training.task_person is 'Whom a task is for that is not for everybody, a make-up above all.';
call kit.protect_company_table('training.task_person');

create table training.audience (
  company_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('department', 'group')),
  target_id uuid not null,
  -- 1 followed as it is, 2 as it was (its people are people by hand)
  mode smallint not null default 1 check (mode in (1, 2)),
  -- the data scope of whoever attached it: nobody outside of it comes by it; null: everybody
  scope jsonb,
  staff_count integer not null default 0,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (company_id, project_id, kind, target_id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
create index audience_by_target on training.audience (company_id, kind, target_id);
comment on table training.audience is 'Departments and groups whose people take part.';
call kit.protect_company_table('training.audience');

create table training.audience_mark (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid not null,
  marked_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
create index audience_mark_by_project on training.audience_mark (company_id, project_id, marked_at);
comment on table training.audience_mark is 'Projects whose followed departments and groups have to be looked at again.';
call kit.protect_company_table('training.audience_mark');
create policy sweep on training.audience_mark for select to kaopei_search using (true);
grant select on training.audience_mark to kaopei_search;

create table training.enrolment (
  company_id uuid not null,
  project_id uuid not null,
  staff_id uuid not null,
  -- 2 takes part, 3 taken out
  state smallint not null default 2 check (state in (2, 3)),
  is_by_hand boolean not null default false,
  is_by_audience boolean not null default false,
  enrolled_at timestamptz not null default now(),
  -- derived of what happened; states[slot] is −1 not theirs, 0, 1, 2
  outline_version integer,
  states smallint[] not null default '{}',
  percent smallint not null default 0 check (percent between 0 and 100),
  begun_at timestamptz,
  last_at timestamptz,
  completed_at timestamptz,
  -- the first required task that is owed, and since when; null: nothing is owed
  next_task_id uuid,
  next_since timestamptz,
  next_due_at timestamptz,
  primary key (company_id, project_id, staff_id),
  foreign key (company_id, project_id) references training.project (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
) with (fillfactor = 80);
create index enrolment_of_staff on training.enrolment (company_id, staff_id) where state = 2;
create index enrolment_by_time on training.enrolment (company_id, project_id, enrolled_at desc, staff_id) where state = 2;
create index enrolment_by_percent on training.enrolment (company_id, project_id, percent, staff_id) where state = 2;
create index enrolment_by_last on training.enrolment (company_id, project_id, last_at desc nulls last, staff_id) where state = 2;
create index enrolment_by_next on training.enrolment (company_id, project_id, next_task_id, next_since) where state = 2;
comment on table training.enrolment is 'Who takes part in a project and how far they are, derived of training.task_event.';
call kit.protect_company_table('training.enrolment');

create table training.task_event (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid not null,
  staff_id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('begun', 'done', 'undone', 'exempted', 'unexempted', 'opened', 'closed')),
  score_hundredths integer,
  is_passed boolean,
  -- source, who, why
  cause jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, id)
);
create index task_event_of_person on training.task_event (company_id, project_id, staff_id, task_id, id);
create index task_event_latest on training.task_event (at);
comment on table training.task_event is 'What happened to somebody in a task; never changed. Everything derived can be made of it anew.';
call kit.protect_company_table('training.task_event', 'select, insert');
create policy sweep on training.task_event for select to kaopei_search using (true);
grant select (company_id, at) on training.task_event to kaopei_search;

create table training.session (
  company_id uuid not null,
  task_id uuid not null,
  project_id uuid not null,
  place text not null check (place <> ''),
  begin_at timestamptz not null,
  end_at timestamptz not null check (end_at > begin_at),
  -- null: as many as take part
  places integer check (places > 0),
  lecturer text not null default '',
  -- signing in is possible so many minutes before the beginning; so many after it one is late
  opens_before_minutes smallint not null default 30 check (opens_before_minutes between 0 and 1440),
  late_after_minutes smallint not null default 0 check (late_after_minutes between 0 and 1440),
  -- the list was closed: whoever is not on it was absent
  held_at timestamptz,
  held_by uuid,
  version integer not null default 1,
  primary key (company_id, task_id),
  foreign key (company_id, task_id) references training.task (company_id, id)
);
create index session_by_time on training.session (company_id, begin_at);
comment on table training.session is 'Offline sessions: where, when, how many.';
call kit.protect_company_table('training.session');

create table training.attendance (
  company_id uuid not null,
  task_id uuid not null,
  staff_id uuid not null,
  -- 1 has a place, 2 present, 3 late, 4 on leave, 5 absent
  state smallint not null check (state between 1 and 5),
  way text not null check (way in ('qr', 'list', 'own')),
  signed_at timestamptz,
  device_hash bytea,
  address text,
  reason text not null default '',
  changed_by uuid,
  changed_at timestamptz not null default now(),
  primary key (company_id, task_id, staff_id),
  foreign key (company_id, task_id) references training.session (company_id, task_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
create unique index attendance_device on training.attendance (company_id, task_id, device_hash) where device_hash is not null;
comment on table training.attendance is 'Who has a place in an offline session, who came, who was on leave.';
call kit.protect_company_table('training.attendance');

create table training.notice (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid not null,
  -- hand, join, begin, end, or a rule of the ladder
  rule text not null check (rule <> ''),
  title text not null default '',
  content text not null default '',
  asked_by uuid,
  at timestamptz not null default now(),
  ended_at timestamptz,
  judged_to uuid,
  written_count integer not null default 0,
  skipped_count integer not null default 0,
  unreachable_count integer not null default 0,
  primary key (company_id, id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
create index notice_of_project on training.notice (company_id, project_id, id desc);
comment on table training.notice is 'Each time that people of a project were written to.';
call kit.protect_company_table('training.notice');

create table training.notice_person (
  company_id uuid not null,
  project_id uuid not null,
  staff_id uuid not null,
  -- what makes it once: the rule, with the notice's id when it was sent by hand
  once_key text not null,
  notice_id uuid not null,
  is_written boolean not null default true,
  sent_at timestamptz not null default now(),
  primary key (company_id, project_id, staff_id, once_key)
);
create index notice_person_of_notice on training.notice_person (company_id, notice_id, staff_id);
comment on table training.notice_person is 'Who was written to by which notice; once each.';
call kit.protect_company_table('training.notice_person', 'select, insert');

create table training.reminder_rule (
  company_id uuid not null,
  project_id uuid not null,
  -- days before a task's date, at it, days after it; days after the enrolment when nothing was begun
  kind text not null check (kind in ('before', 'due', 'after', 'unbegun')),
  days smallint not null check (days between 0 and 365 and (kind = 'due') = (days = 0)),
  set_by uuid,
  set_at timestamptz not null default now(),
  primary key (company_id, project_id, kind, days),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
comment on table training.reminder_rule is 'The reminder ladder of a project; a rule is about moments after it was set.';
call kit.protect_company_table('training.reminder_rule');
create policy sweep on training.reminder_rule for select to kaopei_search using (true);
grant select on training.reminder_rule to kaopei_search;

create table training.archive (
  company_id uuid not null,
  project_id uuid not null,
  -- the outline and totals as they were
  snapshot jsonb not null,
  at timestamptz not null default now(),
  primary key (company_id, project_id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
comment on table training.archive is 'What an archived project looked like; never changed.';
call kit.protect_company_table('training.archive', 'select, insert');

create table training.archive_person (
  company_id uuid not null,
  project_id uuid not null,
  staff_id uuid not null,
  account text not null,
  name text not null,
  department text not null,
  states smallint[] not null,
  percent smallint not null,
  enrolled_at timestamptz not null,
  completed_at timestamptz,
  primary key (company_id, project_id, staff_id)
);
comment on table training.archive_person is 'The people of an archived project as they were: names, departments, what they had done.';
call kit.protect_company_table('training.archive_person', 'select, insert');

-- From weak points to a project and its effect.
create table training.loop (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  project_id uuid,
  exam_id uuid not null,
  -- the parallel exam
  after_exam_id uuid,
  knowledge_ids uuid[] not null,
  -- low scores, or chosen by hand: regression to the mean is named where it was by scores
  is_chosen_by_score boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint loop_project_unique unique (company_id, project_id),
  foreign key (company_id, project_id) references training.project (company_id, id)
);
comment on table training.loop is 'What a project should mend: points of an exam, and the parallel exam that shows whether it did.';
call kit.protect_company_table('training.loop');

create table training.loop_person (
  company_id uuid not null,
  loop_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, loop_id, staff_id),
  foreign key (company_id, loop_id) references training.loop (company_id, id)
);
comment on table training.loop_person is 'For whom it was made, as they were chosen.';
call kit.protect_company_table('training.loop_person', 'select, insert');
