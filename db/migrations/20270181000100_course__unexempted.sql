-- An exemption can be taken back.
alter table course.task_event drop constraint task_event_kind_check;
alter table course.task_event add constraint task_event_kind_check
  check (kind in ('begun', 'done', 'undone', 'exempted', 'unexempted', 'opened', 'closed', 'reset'));
