-- version 1
-- The first of these quotas that is full; null: there is room in each.
create or replace function questionnaire.quota_without_room(of_company uuid, of_questionnaire uuid, among text[]) returns text
language sql volatile as $$
  select q.id
  from questionnaire.quota q
  where q.company_id = of_company and q.questionnaire_id = of_questionnaire and q.id = any (among) and q.count >= q.wanted
  order by array_position(among, q.id)
  limit 1
$$;
grant execute on function questionnaire.quota_without_room(uuid, uuid, text[]) to kaopei_app;
