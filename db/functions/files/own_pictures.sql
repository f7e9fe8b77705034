-- version 1
-- Of the given files those that are pictures which this person uploaded. It enters the company itself: saving an answer is a single statement.
create or replace function files.own_pictures(of_company uuid, of_maker uuid, given uuid[]) returns setof uuid
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.company_id', of_company::text, true);
  return query
    select o.id
    from files.object o
    where o.company_id = of_company
      and o.id = any(given)
      and o.created_by = of_maker
      and o.state = 1
      and o.content_type like 'image/%'
      and o.expires_at is null;
end
$$;
revoke all on function files.own_pictures(uuid,uuid,uuid[]) from public;
grant execute on function files.own_pictures(uuid,uuid,uuid[]) to kaopei_app;
