-- Papers become objects of their own: an exam, later a practice, a course's test and an evaluation use one. Every exam's paper gets the exam's id.
create schema paper;
grant usage on schema paper to kaopei_app;

create table paper.paper (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  secret text not null default encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'),
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on table paper.paper is 'What questions are put before somebody: fixed slots and rules that draw. Pinned, it changes no more.';
comment on column paper.paper.secret is 'With the id of an attempt it gives the seed of everything random in that attempt''s paper.';
comment on column paper.paper.pinned_at is 'Since when every question is bound to one version; null: still being written.';

-- The owner of the tables is below row-level security too, unless it is a superuser: it must see the rows that it moves.
alter table exam.exam no force row level security;
insert into paper.paper (company_id, id, secret, pinned_at, created_at)
select company_id, id, secret, published_at, created_at
from exam.exam;
alter table exam.exam add column paper_id uuid;
update exam.exam set paper_id = id;
alter table exam.exam force row level security;
alter table exam.exam
  alter column paper_id set not null,
  add constraint exam_paper_unique unique (company_id, paper_id),
  add constraint exam_company_id_paper_id_fkey foreign key (company_id, paper_id) references paper.paper (company_id, id);
comment on column exam.exam.secret is 'Gives candidates the names that anonymous marking shows.';
call kit.protect_company_table('paper.paper');

alter table exam.exam_question drop constraint exam_question_company_id_exam_id_fkey;
alter table exam.exam_question set schema paper;
alter table paper.exam_question rename to slot;
alter table paper.slot rename column exam_id to paper_id;
alter table paper.slot rename column slot to number;
alter table paper.slot rename constraint exam_question_pkey to slot_pkey;
alter table paper.slot rename constraint exam_question_score_hundredths_check to slot_score_hundredths_check;
alter table paper.slot rename constraint exam_question_company_id_question_id_fkey to slot_company_id_question_id_fkey;
alter table paper.slot rename constraint exam_question_company_id_question_version_id_fkey to slot_company_id_question_version_id_fkey;
alter table paper.slot rename constraint exam_question_company_id_rule_version_id_fkey to slot_company_id_rule_version_id_fkey;
alter table paper.slot
  add constraint slot_company_id_paper_id_fkey foreign key (company_id, paper_id) references paper.paper (company_id, id) on delete cascade;
alter index paper.exam_question_by_question rename to slot_by_question;
comment on table paper.slot is 'A fixed question at its place; the version and the scoring rule are set when the paper is pinned.';

alter table exam.draw_rule drop constraint draw_rule_company_id_exam_id_fkey;
alter table exam.draw_rule set schema paper;
alter table paper.draw_rule rename column exam_id to paper_id;
alter table paper.draw_rule
  add constraint draw_rule_company_id_paper_id_fkey foreign key (company_id, paper_id) references paper.paper (company_id, id) on delete cascade;
comment on table paper.draw_rule is 'How many questions of what kind are drawn for each attempt.';

alter table exam.pool_question drop constraint pool_question_company_id_exam_id_fkey;
alter table exam.pool_question set schema paper;
alter table paper.pool_question rename column exam_id to paper_id;
alter table paper.pool_question
  add constraint pool_question_company_id_paper_id_fkey foreign key (company_id, paper_id) references paper.paper (company_id, id) on delete cascade;
comment on table paper.pool_question is 'What the rules of a pinned paper draw from, each question at the version of that moment.';
