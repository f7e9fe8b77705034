-- version 1
-- Counts a sheet in the quotas that it meets, given in the questionnaire's order, and no longer in those that counted it before. Answers the first that
-- has no room: then the sheet counts nowhere. A quota that is full is seen without waiting for anybody; the others stay locked, in one order, until
-- the transaction ends: so this is called last.
create or replace function questionnaire.count_sheet(of_company uuid, of_questionnaire uuid, meets text[], counted_by text[]) returns text
language plpgsql volatile as $$
declare
  fresh text[] := array(select m from unnest(meets) with ordinality as w (m, place) where m <> all (counted_by) order by place);
  gone text[] := array(select c from unnest(counted_by) as w (c) where c <> all (meets));
  no_room text := questionnaire.quota_without_room(of_company, of_questionnaire, fresh);
  concerned text[] := case when no_room is null then fresh || counted_by else counted_by end;
begin
  perform from questionnaire.quota q
  where q.company_id = of_company and q.questionnaire_id = of_questionnaire and q.id = any (concerned)
  order by q.id
  for update;
  -- Somebody may have had the last place meanwhile.
  no_room := coalesce(no_room, questionnaire.quota_without_room(of_company, of_questionnaire, fresh));
  if no_room is not null then
    fresh := '{}';
    gone := counted_by;
  end if;
  update questionnaire.quota q set count = q.count + case when q.id = any (fresh) then 1 else -1 end
  where q.company_id = of_company and q.questionnaire_id = of_questionnaire and q.id = any (fresh || gone);
  return no_room;
end
$$;
grant execute on function questionnaire.count_sheet(uuid, uuid, text[], text[]) to kaopei_app;
