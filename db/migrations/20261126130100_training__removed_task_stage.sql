-- A stage that has only removed tasks can be deleted; these stay without it.
alter table training.task alter column stage_id drop not null;
alter table training.task add constraint task_stage_while_there check (stage_id is not null or removed_at is not null);
