-- What is found at an attempt, what people decide about it, and what the company has laid down for that.
create table proctoring.anomaly (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  kind text not null check (kind in ('mark', 'absence', 'gap')),
  exam_id uuid not null,
  staff_id uuid not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dismissed')),
  -- how often, and since when
  count integer not null check (count >= 0),
  opened_at timestamptz not null,
  settled_count integer,
  settled_by uuid,
  settled_at timestamptz,
  note text not null default '',
  primary key (company_id, attempt_id, kind),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id),
  check ((state = 'open') = (settled_at is null))
);
create index anomaly_by_exam on proctoring.anomaly (company_id, exam_id);
comment on table proctoring.anomaly is 'What somebody should look at: marks, absences over the limit, gaps in the record; open until a person settles it.';
call kit.protect_company_table('proctoring.anomaly', 'select, insert, update');

create table proctoring.verdict (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  number integer not null check (number > 0),
  exam_id uuid not null,
  staff_id uuid not null,
  step text not null check (step in ('clear', 'warn', 'propose', 'decide', 'confirm', 'decline', 'withdraw', 'appeal', 'uphold', 'overturn')),
  state text not null check (state in ('notReviewed', 'clean', 'warning', 'proposed', 'confirmed', 'appealed', 'upheld', 'overturned')),
  verdict text check (verdict in ('clean', 'warning', 'violation', 'void')),
  reason_code text,
  evidence text[] not null default '{}',
  -- for colleagues
  note text not null default '',
  -- what the candidate is told beside the reason; of an appeal, what the candidate says
  told_text text not null default '',
  proposed_by uuid,
  confirmed_by uuid,
  appeal_until timestamptz,
  -- what the verdict did to the attempt, and what an overturned one takes back
  effect text check (effect in ('voided', 'capped')),
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, attempt_id, number),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id)
);
create index verdict_by_exam on proctoring.verdict (company_id, exam_id);
create index verdict_by_staff on proctoring.verdict (company_id, staff_id);
comment on table proctoring.verdict is 'Each step of judging an attempt, appended; the last row of an attempt counts.';
call kit.protect_company_table('proctoring.verdict', 'select, insert');

create table proctoring.verdict_read (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  number integer not null,
  read_at timestamptz not null,
  primary key (company_id, attempt_id, number),
  foreign key (company_id, attempt_id, number) references proctoring.verdict (company_id, attempt_id, number)
);
comment on table proctoring.verdict_read is 'When the candidate has read what they were told.';
call kit.protect_company_table('proctoring.verdict_read', 'select, insert');

create table proctoring.verdict_policy (
  company_id uuid not null references platform.company (id),
  needs_second boolean not null,
  appeal_days smallint not null check (appeal_days between 1 and 60),
  violation_score text not null check (violation_score in ('keep', 'zero')),
  version integer not null default 1,
  primary key (company_id)
);
comment on table proctoring.verdict_policy is 'How a company judges: a second person, days of appeal, what a violation does to the score. No row: the defaults.';
call kit.protect_company_table('proctoring.verdict_policy', 'select, insert, update');
