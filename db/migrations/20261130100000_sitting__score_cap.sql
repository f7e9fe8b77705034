-- No more than so much counts of an attempt, whatever its items earned: an adjustment that its owner's rooms make, and take back.
alter table sitting.attempt
  add column score_cap_hundredths integer,
  add constraint attempt_score_cap_hundredths_check check (score_cap_hundredths >= 0);
-- What has just been handed in, for whoever does something with it afterwards.
create index attempt_by_submitted on sitting.attempt (submitted_at) where submitted_at is not null;
