-- Skills, what posts ask for, what leads to skills, evidence and the level it shows.
create schema skill;
grant usage on schema skill to kaopei_app, kaopei_search;

create table skill.skill (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null check (name <> ''),
  sort integer not null default 0,
  version integer not null default 1,
  -- what imports know it by; null: none
  code text check (code <> ''),
  descript text not null default '',
  -- only sorts the skills below it: nobody asks for it and nothing shows it
  is_group boolean not null default false,
  -- its evidence stays; no new model or course names it
  retired_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint skill_code_unique unique (company_id, code),
  foreign key (company_id, parent_id) references skill.skill (company_id, id)
);
create unique index skill_name_unique
  on skill.skill (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), name);
comment on table skill.skill is 'The tree of skills.';
call kit.protect_company_table('skill.skill');

create table skill.skill_level (
  company_id uuid not null,
  skill_id uuid not null,
  level smallint not null check (level between 1 and 5),
  name text not null check (name <> ''),
  -- what somebody of this level can be seen to do
  behaviour text not null default '',
  primary key (company_id, skill_id, level),
  foreign key (company_id, skill_id) references skill.skill (company_id, id) on delete cascade
);
comment on table skill.skill_level is 'What each level of a skill looks like in observable behaviour.';
call kit.protect_company_table('skill.skill_level');

create table skill.post_model (
  company_id uuid not null references platform.company (id),
  -- of org.post; a model outlives its post and is then found no more
  post_id uuid not null,
  version_id uuid not null,
  -- how many versions there are
  number integer not null check (number > 0),
  updated_at timestamptz not null default now(),
  primary key (company_id, post_id)
);
comment on table skill.post_model is 'Which version of what a post asks for is the present one.';
call kit.protect_company_table('skill.post_model');

create table skill.post_model_version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  post_id uuid not null,
  number integer not null check (number > 0),
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint post_model_version_number_unique unique (company_id, post_id, number),
  foreign key (company_id, post_id) references skill.post_model (company_id, post_id) deferrable initially deferred
);
comment on table skill.post_model_version is 'What a post asked for from when on; never changed.';
call kit.protect_company_table('skill.post_model_version', 'select, insert');

create table skill.post_model_skill (
  company_id uuid not null,
  version_id uuid not null,
  skill_id uuid not null,
  required_level smallint not null check (required_level between 1 and 5),
  weight smallint not null check (weight between 1 and 100),
  is_key boolean not null default false,
  primary key (company_id, version_id, skill_id),
  foreign key (company_id, version_id) references skill.post_model_version (company_id, id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
);
create index post_model_skill_by_skill on skill.post_model_skill (company_id, skill_id);
comment on table skill.post_model_skill is 'Skills of a version of a post model: required level, weight, key or not.';
call kit.protect_company_table('skill.post_model_skill', 'select, insert');

create table skill.teaching (
  company_id uuid not null references platform.company (id),
  kind text not null check (kind in ('course', 'project')),
  target_id uuid not null,
  -- how long learning it takes; recommendations weigh a gain by it
  hours numeric(6, 1) not null check (hours > 0),
  version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (company_id, kind, target_id)
);
comment on table skill.teaching is 'Courses and training projects of which it is known what skills they lead to.';
call kit.protect_company_table('skill.teaching');

create table skill.teaching_skill (
  company_id uuid not null,
  kind text not null,
  target_id uuid not null,
  skill_id uuid not null,
  to_level smallint not null check (to_level between 1 and 5),
  primary key (company_id, kind, target_id, skill_id),
  foreign key (company_id, kind, target_id) references skill.teaching (company_id, kind, target_id) on delete cascade,
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
);
create index teaching_skill_by_skill on skill.teaching_skill (company_id, skill_id);
comment on table skill.teaching_skill is 'Which skill a course or project leads to, and how far.';
call kit.protect_company_table('skill.teaching_skill');

create table skill.point_skill (
  company_id uuid not null,
  point_id uuid not null,
  skill_id uuid not null,
  level smallint not null check (level between 1 and 5),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (company_id, point_id, skill_id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
);
create index point_skill_by_skill on skill.point_skill (company_id, skill_id);
comment on table skill.point_skill is 'Which skill questions of a knowledge point test, and at which level.';
call kit.protect_company_table('skill.point_skill');

create table skill.person (
  company_id uuid not null,
  staff_id uuid not null,
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id)
);
comment on table skill.person is 'People of whom there is evidence. Whoever adds or takes back evidence holds their row.';
call kit.protect_company_table('skill.person');

create table skill.evidence (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  staff_id uuid not null,
  skill_id uuid not null,
  -- 1 a superior's verdict, 2 measured, 3 attested, 4 exposure: the lower the stronger
  class smallint not null check (class between 1 and 4),
  -- null: exposure, or measured and no level reached
  level smallint check (level between 1 and 5),
  source_kind text not null check (source_kind <> ''),
  source_id uuid not null,
  -- the source's name at the time
  title text not null,
  -- the figures that it stands on, and where they can be looked at
  detail jsonb not null default '{}',
  at timestamptz not null,
  -- null: it never expires
  expires_at timestamptz check (expires_at > at),
  recorded_by uuid,
  recorded_at timestamptz not null default now(),
  primary key (company_id, id),
  check (case class when 4 then level is null when 2 then true else level is not null end),
  foreign key (company_id, staff_id) references skill.person (company_id, staff_id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
);
create index evidence_of_person on skill.evidence (company_id, staff_id, skill_id, id);
create index evidence_of_skill on skill.evidence (company_id, skill_id);
create index evidence_by_source on skill.evidence (company_id, source_kind, source_id);
comment on table skill.evidence is 'What shows that somebody has a skill; only added.';
call kit.protect_company_table('skill.evidence', 'select, insert');

create table skill.withdrawal (
  company_id uuid not null,
  evidence_id uuid not null,
  reason text not null check (reason <> ''),
  -- null: its source changed
  withdrawn_by uuid,
  at timestamptz not null default now(),
  primary key (company_id, evidence_id),
  foreign key (company_id, evidence_id) references skill.evidence (company_id, id)
);
comment on table skill.withdrawal is 'Evidence that was taken back; only added.';
call kit.protect_company_table('skill.withdrawal', 'select, insert');

create table skill.staff_skill (
  company_id uuid not null,
  staff_id uuid not null,
  skill_id uuid not null,
  -- null: nothing valid shows a level
  level smallint check (level between 1 and 5),
  -- of the evidence that decides; null: none does
  class smallint check (class between 1 and 3),
  evidence_id uuid,
  at timestamptz,
  expires_at timestamptz,
  -- valid exposure
  is_learnt boolean not null default false,
  -- some evidence ends then, and the row is derived anew
  look_at timestamptz,
  primary key (company_id, staff_id, skill_id),
  check ((class is null) = (evidence_id is null) and (class is not null or level is null)),
  foreign key (company_id, staff_id) references skill.person (company_id, staff_id),
  foreign key (company_id, skill_id) references skill.skill (company_id, id)
) with (fillfactor = 85);
create index staff_skill_of_skill on skill.staff_skill (company_id, skill_id, staff_id) include (level, class);
create index staff_skill_to_look_at on skill.staff_skill (look_at) where look_at is not null;
comment on table skill.staff_skill is 'The level that evidence shows of each person, derived of skill.evidence alone.';
call kit.protect_company_table('skill.staff_skill');
create policy sweep on skill.staff_skill for select to kaopei_search using (true);
grant select on skill.staff_skill to kaopei_search;
