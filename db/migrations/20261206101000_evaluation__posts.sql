-- Post assessments: general knowledge, skill and personality of chosen people for one post, in one appointment, and the reports that were issued of them.
create table evaluation.post_assessment (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  -- org's; its name as it was when it was chosen
  post_id uuid not null,
  post_name text not null,
  purpose text not null default '',
  -- 0 draft, 1 open, 2 closed; 4, 5, 6 follow from the clock
  status smallint not null default 0 check (status between 0 and 2),
  start_at timestamptz,
  end_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (status = 0 or end_at is not null),
  check (end_at is null or start_at is null or end_at > start_at)
);
create index post_assessment_newest on evaluation.post_assessment (company_id, id desc) where removed_at is null;
create index post_assessment_of_post on evaluation.post_assessment (company_id, post_id) where removed_at is null;
create index post_assessment_to_close on evaluation.post_assessment (end_at) where status = 1 and removed_at is null;
comment on table evaluation.post_assessment is 'Chosen people assessed for one post: 岗位测评.';
call kit.protect_company_table('evaluation.post_assessment');

create table evaluation.post_part (
  company_id uuid not null,
  assessment_id uuid not null,
  -- 1 general knowledge, 2 skill, 3 personality
  part smallint not null check (part between 1 and 3),
  -- an exam is made like this one, or the scale is taken
  source_exam_id uuid,
  scale_id uuid,
  -- what was made of it when it was opened
  exam_id uuid,
  appointment_id uuid,
  primary key (company_id, assessment_id, part),
  foreign key (company_id, assessment_id) references evaluation.post_assessment (company_id, id),
  foreign key (company_id, scale_id) references evaluation.scale (company_id, id),
  foreign key (company_id, appointment_id) references evaluation.appointment (company_id, id),
  check ((source_exam_id is null) <> (scale_id is null)),
  check (part <> 1 or scale_id is null),
  check (part <> 3 or source_exam_id is null)
);
create unique index post_part_exam on evaluation.post_part (company_id, exam_id) where exam_id is not null;
create unique index post_part_appointment on evaluation.post_part (company_id, appointment_id) where appointment_id is not null;
comment on table evaluation.post_part is 'Of what a post assessment consists.';
call kit.protect_company_table('evaluation.post_part');

create table evaluation.post_person (
  company_id uuid not null,
  assessment_id uuid not null,
  staff_id uuid not null,
  added_by uuid,
  added_at timestamptz not null default now(),
  -- something of theirs has changed and is to be looked at
  is_marked boolean not null default false,
  primary key (company_id, assessment_id, staff_id),
  foreign key (company_id, assessment_id) references evaluation.post_assessment (company_id, id)
);
create index post_person_of_staff on evaluation.post_person (company_id, staff_id);
create index post_person_marked on evaluation.post_person (company_id, assessment_id) where is_marked;
comment on table evaluation.post_person is 'Who is assessed for the post.';
call kit.protect_company_table('evaluation.post_person');

create table evaluation.post_text (
  company_id uuid not null references platform.company (id),
  number integer not null check (number > 0),
  -- contract/post-texts.ts
  content jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, number)
);
comment on table evaluation.post_text is 'The words of reports for posts, by version; rows are only added.';
call kit.protect_company_table('evaluation.post_text', 'select, insert');

create table evaluation.post_result (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  assessment_id uuid not null,
  staff_id uuid not null,
  -- a later one follows when a result of a part was changed
  number smallint not null check (number > 0),
  is_latest boolean not null default true,
  -- where the person was when it was issued
  department_id uuid,
  post_id uuid not null,
  -- contract/post-report.ts; reports of scales stand with their results, so that what is deleted there is gone
  report jsonb not null,
  -- of the parts: the next one is issued when they are others
  facts jsonb not null,
  skill_result_id uuid,
  personality_result_id uuid,
  -- for lists: shares of 1, and the verdict of the fit
  knowledge_share real,
  skill_share real,
  fit real,
  verdict text not null check (verdict in ('enough', 'below', 'short', 'none')),
  is_complete boolean not null,
  issued_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, assessment_id, staff_id, number),
  foreign key (company_id, assessment_id, staff_id) references evaluation.post_person (company_id, assessment_id, staff_id)
);
create unique index post_result_latest on evaluation.post_result (company_id, assessment_id, staff_id) where is_latest;
create index post_result_newest on evaluation.post_result (company_id, issued_at desc, id desc) where is_latest;
create index post_result_of_staff on evaluation.post_result (company_id, staff_id);
comment on table evaluation.post_result is 'A report for a post as it was issued: it never changes, another follows it.';
call kit.protect_company_table('evaluation.post_result');

-- Which companies have something to do is asked by nobody in particular.
create policy sweep on evaluation.post_person for select to kaopei_search using (true);
create policy sweep on evaluation.post_assessment for select to kaopei_search using (true);
grant select on evaluation.post_person, evaluation.post_assessment to kaopei_search;
