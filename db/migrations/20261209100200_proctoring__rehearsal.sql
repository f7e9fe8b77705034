-- Rehearsals: candidates try their devices, virtual candidates sit a published exam.
create table proctoring.device_trial (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  staff_id uuid not null,
  -- the browser, as attempts know it
  device text not null,
  device_name text not null,
  -- what the exam asked of devices then; another one and the trial is out of date
  flags text not null,
  state smallint not null check (state between 1 and 3),
  checks jsonb not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
create index device_trial_by_person on proctoring.device_trial (company_id, exam_id, staff_id, device, at desc);
create index device_trial_of_person on proctoring.device_trial (company_id, staff_id);
comment on table proctoring.device_trial is 'What came of each try of a device before an exam; of a device the latest counts.';
call kit.protect_company_table('proctoring.device_trial', 'select, insert');

create table proctoring.trial_reminder (
  company_id uuid not null references platform.company (id),
  exam_id uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id)
);
comment on table proctoring.trial_reminder is 'Who was reminded to try their device, once for an exam.';
call kit.protect_company_table('proctoring.trial_reminder', 'select, insert');

create table proctoring.rehearsal_run (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  asked_by uuid not null,
  -- 1 waits, 2 runs, 3 done, 4 stopped, 5 failed
  state smallint not null default 1 check (state between 1 and 5),
  count integer not null check (count between 1 and 5000),
  pattern smallint not null check (pattern between 1 and 3),
  think_seconds integer not null check (think_seconds between 2 and 120),
  minutes integer not null check (minutes between 1 and 30),
  created_at timestamptz not null,
  began_at timestamptz,
  ended_at timestamptz,
  -- the process that runs it writes every two seconds
  heard_at timestamptz not null,
  -- why it stopped or failed, in words
  reason text,
  stop_asked_at timestamptz,
  tries smallint not null default 0,
  progress jsonb not null default '{"begun": 0, "saved": 0, "handedIn": 0, "failed": 0, "load": 0}',
  verdict jsonb,
  -- nothing of its candidates is left
  cleaned_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id)
);
create index rehearsal_run_by_exam on proctoring.rehearsal_run (company_id, exam_id, id desc);
create index rehearsal_run_open on proctoring.rehearsal_run (id) where cleaned_at is null;
comment on table proctoring.rehearsal_run is 'Runs of virtual candidates through a published exam, and what they came to.';
call kit.protect_company_table('proctoring.rehearsal_run', 'select, insert, update');
create policy sweep on proctoring.rehearsal_run for select to kaopei_search using (true);
grant select (company_id, id, state, cleaned_at) on proctoring.rehearsal_run to kaopei_search;
