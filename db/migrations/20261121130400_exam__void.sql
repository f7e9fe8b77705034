-- An attempt may be voided from any state and restored to where it was.
alter table exam.attempt add column state_before_void text;
alter table exam.attempt add constraint attempt_void_remembers check ((state = 'voided') = (state_before_void is not null));
