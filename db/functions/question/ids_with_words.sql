-- version 1
-- Ids of the questions of the transaction's own company whose words contain `wanted`. `wanted_pairs` are those of `wanted`; a single character has none
-- and is looked for in all of them.
create or replace function question.ids_with_words(wanted text, wanted_pairs integer[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.question_id
  from question.search_text s
  where s.company_id = kit.company_id()
    and s.pairs @> wanted_pairs
    and strpos(s.words, wanted) > 0
$$;
alter function question.ids_with_words(text,integer[]) owner to kaopei_search;
revoke all on function question.ids_with_words(text,integer[]) from public;
grant execute on function question.ids_with_words(text,integer[]) to kaopei_app;
