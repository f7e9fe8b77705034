-- version 2
-- How many conversions of the whole house come before each of these, which wait: 0 is next. Those under way are before everybody; companies take turns.
create or replace function courseware.places_in_queue(asked uuid[]) returns table (version_id uuid, place integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select q.version_id, q.place::integer
  from (
    select t.version_id, t.state, row_number() over (order by t.state = 'waiting', t.turn, t.queued_at, t.version_id) - 1 as place
    from (
      select k.version_id, k.state, k.queued_at, row_number() over (partition by k.company_id, k.state order by k.queued_at, k.version_id) as turn
      from courseware.conversion k
      where k.state in ('waiting', 'running')
    ) t
  ) q
  where q.state = 'waiting'
    and q.version_id = any(asked)
$$;
alter function courseware.places_in_queue(uuid[]) owner to kaopei_search;
revoke all on function courseware.places_in_queue(uuid[]) from public;
grant execute on function courseware.places_in_queue(uuid[]) to kaopei_app;
revoke create on schema courseware from kaopei_search;
