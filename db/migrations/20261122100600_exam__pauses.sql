-- When and why an attempt's clock stood still, and who stopped it. Deadlines are made of the exam's times, overrides, extra time and these rows; what
-- a deadline had beyond its formula used to be taken for a pause, and so the two minutes that a shortened deadline leaves came back as time.
create table exam.attempt_pause (
  company_id uuid not null,
  attempt_id uuid not null,
  id uuid not null default kit.new_id(),
  from_at timestamptz not null,
  -- null: still standing
  until_at timestamptz,
  reason text not null,
  by_id uuid,
  primary key (company_id, attempt_id, id),
  foreign key (company_id, attempt_id) references exam.attempt (company_id, id),
  check (until_at >= from_at)
);
call kit.protect_company_table('exam.attempt_pause', 'select, insert, update');
