-- Questionnaires: what is asked, who answers, what came of it. Of anonymous ones nothing here joins a person and a sheet.
create schema questionnaire;
grant usage on schema questionnaire to kaopei_app;

create table questionnaire.questionnaire (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  -- cleaned html
  information text not null default '',
  -- 0 draft, 1 published, 2 closed by hand; 4, 5, 6 follow from the clock
  status smallint not null default 0 check (status between 0 and 2),
  admission_start_at timestamptz,
  admission_end_at timestamptz,
  -- decided before publishing and fixed by it
  is_anonymous boolean not null default false,
  -- 0 everyone, 1 chosen people, 2 departments and groups as they are, 3 a link without an account
  audience_mode smallint not null default 0 check (audience_mode between 0 and 3),
  is_changeable boolean not null default false,
  definition_id uuid,
  -- where the answers of each question stand in a packed sheet: fixed by publishing
  layout jsonb,
  question_count integer not null default 0,
  -- of an anonymous one that is over: every sheet is written, results may be filtered
  is_settled boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  closed_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check (admission_end_at is null or admission_start_at is null or admission_end_at > admission_start_at),
  check (not (is_anonymous and is_changeable)),
  check (not (is_anonymous and audience_mode = 3)),
  check (status = 0 or layout is not null)
);
create index questionnaire_newest on questionnaire.questionnaire (company_id, id desc) where removed_at is null;
create index questionnaire_open on questionnaire.questionnaire (company_id, audience_mode, admission_end_at) where status = 1 and removed_at is null;
create index questionnaire_to_settle on questionnaire.questionnaire (admission_end_at) where is_anonymous and status > 0 and not is_settled;
comment on table questionnaire.questionnaire is 'A questionnaire: what it asks stands in definitions.';
call kit.protect_company_table('questionnaire.questionnaire');

create table questionnaire.definition (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  questionnaire_id uuid not null,
  number integer not null check (number > 0),
  -- pages, quotas, end text: contract/definition.ts
  content jsonb not null,
  is_published boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, questionnaire_id, number),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
comment on table questionnaire.definition is 'What a questionnaire asks: one draft, or the published one and its corrections of wording.';
alter table questionnaire.questionnaire
  add foreign key (company_id, definition_id) references questionnaire.definition (company_id, id) deferrable initially deferred;
call kit.protect_company_table('questionnaire.definition');

create table questionnaire.participant (
  company_id uuid not null,
  questionnaire_id uuid not null,
  staff_id uuid not null,
  added_by uuid,
  primary key (company_id, questionnaire_id, staff_id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
create index participant_of_staff on questionnaire.participant (company_id, staff_id);
comment on table questionnaire.participant is 'People chosen one by one to answer.';
call kit.protect_company_table('questionnaire.participant');

create table questionnaire.audience (
  company_id uuid not null,
  questionnaire_id uuid not null,
  kind text not null check (kind in ('department', 'group')),
  target_id uuid not null,
  added_by uuid,
  primary key (company_id, questionnaire_id, kind, target_id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
comment on table questionnaire.audience is 'Departments and groups whose people of the moment are asked to answer.';
call kit.protect_company_table('questionnaire.audience');

create table questionnaire.quota (
  company_id uuid not null,
  questionnaire_id uuid not null,
  -- of the definition
  id text not null,
  wanted integer not null check (wanted > 0),
  count integer not null default 0 check (count >= 0 and count <= wanted),
  primary key (company_id, questionnaire_id, id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
) with (fillfactor = 50);
comment on table questionnaire.quota is 'How many sheets of a kind are wanted, and how many there are. Never of an anonymous questionnaire: its counts would tell.';
call kit.protect_company_table('questionnaire.quota');

-- Who has answered. Of an anonymous questionnaire it knows the day alone, and the hash of a secret that only the person's browser has.
create table questionnaire.participation (
  company_id uuid not null,
  questionnaire_id uuid not null,
  staff_id uuid not null,
  answered_on date not null,
  claim_hash text,
  primary key (company_id, questionnaire_id, staff_id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
create index participation_of_staff on questionnaire.participation (company_id, staff_id);
comment on table questionnaire.participation is 'Who has answered; it has nothing in common with the sheets of anonymous questionnaires.';
call kit.protect_company_table('questionnaire.participation');

create table questionnaire.response (
  company_id uuid not null,
  -- random, not in the order of time
  id uuid not null default gen_random_uuid(),
  questionnaire_id uuid not null,
  definition_id uuid not null,
  -- 1 counted, 2 a quota was full
  state smallint not null default 1 check (state in (1, 2)),
  -- of named ones; null of anonymous ones and links
  staff_id uuid,
  department_id uuid,
  link_id uuid,
  -- of links: the hash of what the browser calls this sheet
  secret_hash text,
  submitted_on date not null,
  -- never of anonymous ones
  submitted_at timestamptz,
  -- what was visible and answered, by element
  answers jsonb not null,
  -- the same for counting: see server/rules/packing.ts
  packed bytea not null,
  -- quotas that count this sheet
  quota_ids text[] not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
create unique index response_of_staff on questionnaire.response (company_id, questionnaire_id, staff_id) where staff_id is not null;
create unique index response_of_secret on questionnaire.response (company_id, questionnaire_id, secret_hash) where secret_hash is not null;
create index response_of_questionnaire on questionnaire.response (company_id, questionnaire_id, id);
comment on table questionnaire.response is 'A sheet that was handed in.';
call kit.protect_company_table('questionnaire.response');

create table questionnaire.partial (
  company_id uuid not null,
  questionnaire_id uuid not null,
  staff_id uuid not null,
  answers jsonb not null,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  primary key (company_id, questionnaire_id, staff_id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
comment on table questionnaire.partial is 'Unfinished sheets of named questionnaires. Those of anonymous ones stay in the browser.';
call kit.protect_company_table('questionnaire.partial');

-- An anonymous sheet on its way: opened by nobody who has the database alone.
create table questionnaire.sealed (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  questionnaire_id uuid not null,
  day date not null,
  -- AES-GCM under a key of the server's secret
  sheet text not null,
  primary key (company_id, id),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
create index sealed_of_questionnaire on questionnaire.sealed (company_id, questionnaire_id);
comment on table questionnaire.sealed is 'Anonymous sheets that wait to be written together with others.';
call kit.protect_company_table('questionnaire.sealed');

create table questionnaire.spent_ticket (
  company_id uuid not null,
  questionnaire_id uuid not null,
  ticket_hash text not null,
  primary key (company_id, questionnaire_id, ticket_hash),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
comment on table questionnaire.spent_ticket is 'Tickets with which a sheet was handed in: each once.';
call kit.protect_company_table('questionnaire.spent_ticket');

-- Result sets of anonymous questionnaires that somebody has seen: the next one must not differ from any by a few people.
create table questionnaire.shown_set (
  company_id uuid not null,
  questionnaire_id uuid not null,
  -- what was asked for, in one spelling
  key text not null,
  filter jsonb not null,
  primary key (company_id, questionnaire_id, key),
  foreign key (company_id, questionnaire_id) references questionnaire.questionnaire (company_id, id)
);
comment on table questionnaire.shown_set is 'Filters under which results of an anonymous questionnaire were shown.';
call kit.protect_company_table('questionnaire.shown_set');

create policy sweep on questionnaire.questionnaire for select to kaopei_search using (true);
create policy sweep on questionnaire.sealed for select to kaopei_search using (true);
grant usage on schema questionnaire to kaopei_search;
grant select on questionnaire.questionnaire, questionnaire.sealed to kaopei_search;
