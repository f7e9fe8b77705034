-- What rooms above hold against an attempt, so that figures and lists of results can count it.
create table result.finding (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  kind text not null check (kind in ('anomaly', 'cheat')),
  exam_id uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (company_id, attempt_id, kind),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id) on delete cascade
);
create index finding_by_exam on result.finding (company_id, exam_id, kind, staff_id);
comment on table result.finding is 'Attempts with anomalies that are not dismissed, and those whose verdict of cheating stands.';
call kit.protect_company_table('result.finding', 'select, insert, delete');
