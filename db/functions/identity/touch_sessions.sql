-- version 1
-- Writes down the last input of people of one company, each once. A session that somebody is ending or touching at this moment is passed over: nobody is
-- waited for, and idleness is counted in hours.
create or replace function identity.touch_sessions(given_company uuid, sessions uuid[], times timestamp with time zone[]) returns void
language plpgsql volatile
as $$
begin
  perform set_config('app.company_id', given_company::text, true);
  with held as materialized (
    select t.id, t.at
    from unnest(sessions, times) as t (id, at)
    cross join lateral (
      select
      from identity.session s
      where s.company_id = given_company and s.id = t.id
      for update skip locked
    ) l
  )
  update identity.session s
  set last_operation_at = greatest(s.last_operation_at, h.at)
  from held h
  where s.company_id = given_company and s.id = h.id;
end
$$;
grant execute on function identity.touch_sessions(uuid,uuid[],timestamp with time zone[]) to kaopei_app;
