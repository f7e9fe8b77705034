create schema question;
grant usage on schema question to kaopei_app, kaopei_search;

create table question.category (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  parent_id uuid,
  name text not null,
  sort integer not null default 0,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references question.category (company_id, id)
);
create unique index category_name_unique on question.category (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
call kit.protect_company_table('question.category');

create table question.bank (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  category_id uuid,
  descript text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, category_id) references question.category (company_id, id)
);
create unique index bank_name_unique on question.bank (company_id, name) where removed_at is null;
call kit.protect_company_table('question.bank');

create table question.knowledge_point (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint knowledge_point_name_unique unique (company_id, name)
);
call kit.protect_company_table('question.knowledge_point');

-- A question's identity. Its type never changes; what it says lives in versions, how it scores in rule versions. Exams use the ready pair;
-- the latest pair differs from it while a draft waits behind a question in use.
create table question.question (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  bank_id uuid not null,
  type smallint not null check (type between 1 and 7),
  -- 题目标识 given by the author or the import; unique in its bank
  id_number text,
  title text not null default '',
  course text not null default '',
  tags text[] not null default '{}',
  difficulty smallint not null default 2 check (difficulty between 1 and 3),
  default_score_hundredths integer not null default 200 check (default_score_hundredths >= 0),
  -- 0 draft, 1 ready, 2 hidden
  status smallint not null default 1 check (status between 0 and 2),
  ready_version_id uuid,
  ready_rule_version_id uuid,
  latest_version_id uuid,
  latest_rule_version_id uuid,
  -- beginning of the stem as plain text, for lists; fingerprint of the normalised words, for duplicates
  stem_text text not null default '',
  fingerprint text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (status <> 1 or (ready_version_id is not null and ready_rule_version_id is not null)),
  foreign key (company_id, bank_id) references question.bank (company_id, id)
);
create unique index question_id_number_unique on question.question (company_id, bank_id, id_number) where removed_at is null and id_number is not null;
create index question_by_bank on question.question (company_id, bank_id, created_at desc, id) where removed_at is null;
create index question_by_draw on question.question (company_id, bank_id, type, difficulty) where removed_at is null and status = 1;
create index question_by_time on question.question (company_id, created_at desc, id) where removed_at is null;
create index question_by_fingerprint on question.question (company_id, fingerprint) where removed_at is null;
call kit.protect_company_table('question.question');

-- Immutable once used by an exam: a later edit is a new version. `content` is QuestionContent, `rule` is ScoringRule (contract/content.ts).
create table question.question_version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  question_id uuid not null,
  number integer not null,
  content jsonb not null,
  checksum text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint question_version_number_unique unique (company_id, question_id, number),
  foreign key (company_id, question_id) references question.question (company_id, id)
);
call kit.protect_company_table('question.question_version');

-- The scoring rule, versioned apart from the content (a rescore changes the rule, not the question).
create table question.scoring_rule_version (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  question_id uuid not null,
  number integer not null,
  rule jsonb not null,
  checksum text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint scoring_rule_number_unique unique (company_id, question_id, number),
  foreign key (company_id, question_id) references question.question (company_id, id)
);
call kit.protect_company_table('question.scoring_rule_version');

create table question.question_knowledge_point (
  company_id uuid not null,
  question_id uuid not null,
  knowledge_point_id uuid not null,
  primary key (company_id, question_id, knowledge_point_id),
  foreign key (company_id, question_id) references question.question (company_id, id) on delete cascade,
  foreign key (company_id, knowledge_point_id) references question.knowledge_point (company_id, id) on delete cascade
);
create index question_knowledge_point_by_point on question.question_knowledge_point (company_id, knowledge_point_id);
call kit.protect_company_table('question.question_knowledge_point');
