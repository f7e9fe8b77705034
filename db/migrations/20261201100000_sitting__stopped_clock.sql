-- Why a clock stood still: an act of an invigilator, an incident (source_id says which: at most one row of an attempt), a break that the candidate
-- took, or the time between a hand-in that was taken back and the reopening. An incident grants minutes for starting again beside. What is taken
-- back keeps its row, without length.
alter table sitting.attempt_pause
  add column source text not null default 'act',
  add column source_id uuid,
  add column restart_minutes integer not null default 0,
  add constraint attempt_pause_source_check check (source in ('act', 'incident', 'break', 'reopen')),
  add constraint attempt_pause_source_id_check check (source <> 'incident' or source_id is not null),
  add constraint attempt_pause_restart_minutes_check check (restart_minutes >= 0);
create unique index attempt_pause_of_incident on sitting.attempt_pause (company_id, attempt_id, source_id) where source = 'incident';
create index attempt_pause_open on sitting.attempt_pause (company_id, attempt_id) where until_at is null;
