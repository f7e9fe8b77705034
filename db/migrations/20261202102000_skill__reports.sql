-- What reports of skills read, what people contest, and the projects that close gaps.
create table skill.department_level (
  company_id uuid not null,
  department_id uuid not null,
  skill_id uuid not null,
  -- people by level 1–5 whose main department it is
  counts integer[] not null check (cardinality(counts) = 5),
  learnt_count integer not null default 0,
  primary key (company_id, skill_id, department_id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
) with (fillfactor = 85);
create index department_level_of_department on skill.department_level (company_id, department_id);
comment on table skill.department_level is 'How many people of a department show which level of a skill, derived of skill.staff_skill.';
call kit.protect_company_table('skill.department_level');

create table skill.department_mark (
  company_id uuid not null references platform.company (id),
  department_id uuid not null,
  marked_at timestamptz not null default now(),
  primary key (company_id, department_id)
);
comment on table skill.department_mark is 'Departments to be counted again.';
call kit.protect_company_table('skill.department_mark');
create policy sweep on skill.department_mark for select to kaopei_search using (true);
grant select on skill.department_mark to kaopei_search;

create index evidence_by_time on skill.evidence (company_id, recorded_at, staff_id);

create table skill.contest (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  skill_id uuid not null,
  content text not null check (content <> ''),
  -- 0 waits, 1 agreed, 2 declined
  state smallint not null default 0 check (state between 0 and 2),
  answer text not null default '',
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((state = 0) = (answered_at is null)),
  foreign key (company_id, staff_id) references org.staff (company_id, id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
);
create unique index contest_waiting on skill.contest (company_id, staff_id, skill_id) where state = 0;
create index contest_newest on skill.contest (company_id, id desc);
comment on table skill.contest is 'What people say against the level that is shown of them.';
call kit.protect_company_table('skill.contest');

create table skill.plan (
  company_id uuid not null,
  project_id uuid not null,
  post_version_id uuid not null,
  after_exam_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id),
  foreign key (company_id, post_version_id) references skill.post_model_version (company_id, id)
);
comment on table skill.plan is 'Training projects that were made of gaps, and what the post asked for then.';
call kit.protect_company_table('skill.plan', 'select, insert');

create table skill.plan_person (
  company_id uuid not null,
  project_id uuid not null,
  staff_id uuid not null,
  -- what they showed then: skill id to level; missing: none
  levels jsonb not null,
  primary key (company_id, project_id, staff_id),
  foreign key (company_id, project_id) references skill.plan (company_id, project_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table skill.plan_person is 'Whose gaps a project closes, and the levels they showed before.';
call kit.protect_company_table('skill.plan_person', 'select, insert');
