-- What a report of playing is credited by: a person's time counts once, and a course's percent follows each report without reading its other tasks.
alter table course.learner_clock
  alter column last_at drop not null,
  add column used tstzmultirange not null default '{}';
comment on column course.learner_clock.last_at is 'When the last report came that was not kept offline.';
comment on column course.learner_clock.used is 'Which of the person''s time of the last seven days reports have stood for, of whatever task.';

alter table course.media_progress
  add column courseware_type smallint not null check (courseware_type between 1 and 6),
  add column counted_percent smallint not null default 0 check (counted_percent between 0 and 100);
comment on column course.media_progress.counted_percent is 'The task''s own percent as the enrolment''s done_weight has it; 100 where it is complete or exempted.';

alter table course.enrolment
  add column counting smallint not null default 0 check (counting between 0 and 3),
  add column whole_weight integer not null default 0,
  add column done_weight bigint not null default 0;
comment on column course.enrolment.counting is 'Which tasks count: 0 required ones by weight, 1 required ones alike, 2 all by weight, 3 all alike.';
comment on column course.enrolment.whole_weight is 'Sum of the weights of the tasks that count.';
comment on column course.enrolment.done_weight is 'Sum of weight times percent of the tasks that count.';

alter table course.ping add column repeated_seconds integer not null default 0;
comment on column course.ping.page_seconds is 'Pairs of page (from 0) and seconds in view.';
comment on column course.ping.repeated_seconds is 'Seconds seen again that count as learned.';
