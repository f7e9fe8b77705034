-- What people say against their report for a post, and the answer. It stands with the person, not with the edition: another edition answers nobody.
alter table evaluation.post_person
  add column contest_state smallint not null default 0 check (contest_state between 0 and 2),
  -- the edition that was on the table
  add column contest_number smallint,
  add column contest_text text,
  add column contested_at timestamptz,
  add column contest_answer text,
  add column contest_answered_by uuid,
  add column contest_answered_at timestamptz,
  add constraint post_person_contest check ((contest_state = 0) = (contest_text is null) and (contest_state = 2) = (contest_answer is not null));
create index post_person_contested on evaluation.post_person (company_id) where contest_state = 1;
