-- A task that comes late into a running project need not be owed by those who had completed it.
alter table training.task add column kept_before timestamptz;
comment on column training.task.kept_before is 'Whoever had completed the project by then does not owe this task; null: everybody does.';
