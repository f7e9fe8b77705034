-- The photograph of the check-in stays by days of its own, never longer than a company has let photographs stay.
alter table exam.recording_days
  add column check_in smallint not null default 30 check (check_in between 7 and 1095);
update exam.recording_days
set check_in = least(30, photograph);
