-- An incident of an exam: for whom (everybody, rooms, departments, addresses or people), from when until when (null: it goes on), minutes for starting
-- again. `seen_by` is the data scope of whoever declared it: nobody else is touched, now or later. State 1 goes on, 2 over, 3 taken back.
create table proctoring.incident (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  exam_id uuid not null,
  title text not null,
  reason text not null,
  scope_kind smallint not null,
  scope_values text[] not null,
  scope_text text not null,
  seen_by jsonb,
  from_at timestamptz not null,
  until_at timestamptz,
  restart_minutes integer not null default 0,
  reopens boolean not null,
  state smallint not null,
  report text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  taken_back_by uuid,
  taken_back_at timestamptz,
  taken_back_reason text not null default '',
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  constraint incident_scope_kind_check check (scope_kind between 1 and 5),
  constraint incident_state_check check (state between 1 and 3),
  constraint incident_span_check check (until_at > from_at),
  constraint incident_restart_minutes_check check (restart_minutes between 0 and 120)
);
create index incident_of_exam on proctoring.incident (company_id, exam_id, id);
create index incident_open on proctoring.incident (id) where state = 1;
call kit.protect_company_table('proctoring.incident', 'select, insert, update');
comment on table proctoring.incident is 'Incidents of exams (power, network, alarm) that stop the clock of whom they reach, with their reports';

-- What an incident did to an attempt: 1 its deadline moved, 2 its clock was stopped, 3 it was opened again with what was left.
create table proctoring.incident_person (
  company_id uuid not null,
  incident_id uuid not null,
  attempt_id uuid not null,
  staff_id uuid not null,
  outcome smallint not null,
  due_before timestamptz,
  due_after timestamptz,
  left_ms bigint,
  closed_cause text,
  at timestamptz not null,
  left_at timestamptz,
  primary key (company_id, incident_id, attempt_id),
  foreign key (company_id, incident_id) references proctoring.incident (company_id, id) on delete cascade,
  constraint incident_person_outcome_check check (outcome between 1 and 3)
);
call kit.protect_company_table('proctoring.incident_person', 'select, insert, update');
comment on table proctoring.incident_person is 'Attempts that an incident reached, with their deadlines before and after';
create index incident_person_of_attempt on proctoring.incident_person (company_id, attempt_id);

-- The sweep asks for those of every company.
create policy sweep on proctoring.incident for select to kaopei_search using (true);
grant select (company_id, id, state) on proctoring.incident to kaopei_search;
