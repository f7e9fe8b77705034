-- Text search. Under row-level security LIKE may not use an index, and trigrams know no word of two Chinese characters, so the words of a
-- question are kept as pairs of neighbouring UTF-16 units, each pair one integer (half the cost of texts in the index).
-- The company leads the index, so that others' questions cost nothing.
create extension if not exists btree_gin;

create table question.search_text (
  company_id uuid not null,
  question_id uuid not null,
  words text not null,
  pairs integer[] not null,
  primary key (company_id, question_id),
  foreign key (company_id, question_id) references question.question (company_id, id) on delete cascade
);
create index search_text_by_pair on question.search_text using gin (company_id, pairs);
call kit.protect_company_table('question.search_text');

create policy search on question.search_text for select to kaopei_search using (true);
grant select on question.search_text to kaopei_search;
grant create on schema question to kaopei_search;

-- Ids of the questions of the transaction's own company whose words contain `wanted`. `wanted_pairs` are those of `wanted`; a single character has none
-- and is looked for in all of them.
create function question.ids_with_words(wanted text, wanted_pairs integer[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.question_id
  from question.search_text s
  where s.company_id = kit.company_id()
    and s.pairs @> wanted_pairs
    and strpos(s.words, wanted) > 0
$$;
alter function question.ids_with_words(text, integer[]) owner to kaopei_search;
revoke all on function question.ids_with_words(text, integer[]) from public;
grant execute on function question.ids_with_words(text, integer[]) to kaopei_app;

revoke create on schema question from kaopei_search;

-- Whether an exam's pool uses a question is asked on every edit.
create index if not exists pool_question_by_question on exam.pool_question (company_id, question_id);
