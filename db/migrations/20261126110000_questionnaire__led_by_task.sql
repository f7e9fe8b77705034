-- Learners whom a task of a course or project leads to a questionnaire may answer it, whoever else is asked.
alter table questionnaire.participant
  add column is_chosen boolean not null default true,
  add column is_by_task boolean not null default false,
  add constraint participant_asked check (is_chosen or is_by_task);
comment on table questionnaire.participant is 'People chosen one by one to answer, and those whom a task of a course or project leads here.';
