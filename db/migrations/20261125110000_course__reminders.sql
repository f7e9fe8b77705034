-- Who is written to about a course they have not completed: by rules of the course, or by hand.
create table course.reminder_rule (
  company_id uuid not null,
  course_id uuid not null,
  -- days before the date, at it, days after it; days after the enrolment when nothing was begun
  kind text not null check (kind in ('before', 'due', 'after', 'unbegun')),
  days smallint not null check (days between 0 and 365 and (kind = 'due') = (days = 0)),
  set_by uuid,
  set_at timestamptz not null default now(),
  primary key (company_id, course_id, kind, days),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
comment on table course.reminder_rule is 'When people are reminded of a course; a rule is about moments after it was set.';
call kit.protect_company_table('course.reminder_rule');

create table course.reminder_run (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  course_id uuid not null,
  rule text not null check (rule <> ''),
  -- null: by a rule
  asked_by uuid,
  at timestamptz not null default now(),
  ended_at timestamptz,
  -- people up to this one were judged: a run that was cut off goes on behind them
  judged_to uuid,
  written_count integer not null default 0,
  complete_count integer not null default 0,
  repeated_count integer not null default 0,
  unreachable_count integer not null default 0,
  gone_count integer not null default 0,
  primary key (company_id, id),
  foreign key (company_id, course_id) references course.course (company_id, id)
);
create index reminder_run_of_course on course.reminder_run (company_id, course_id, id desc);
comment on table course.reminder_run is 'Each time that people were reminded of a course: how many were written to, how many not and why.';
call kit.protect_company_table('course.reminder_run');

alter table course.reminder add column is_written boolean not null default true;
comment on column course.reminder.is_written is 'False: a rule came to somebody who has no address; it does not come again.';
comment on table course.reminder is 'Who was reminded by which rule, or by hand on which day: once each.';

-- Which companies have rules is asked across them.
create policy sweep on course.reminder_rule for select to kaopei_search using (true);
grant select on course.reminder_rule to kaopei_search;
