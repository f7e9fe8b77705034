-- version 1
-- Levels of which some evidence has ended, those that ended first.
create or replace function skill.standings_to_look_at(ended_by timestamp with time zone, most integer)
returns table (company_id uuid, staff_id uuid, skill_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.company_id, s.staff_id, s.skill_id from skill.staff_skill s where s.look_at <= ended_by order by s.look_at limit most
$$;
grant create on schema skill to kaopei_search;
alter function skill.standings_to_look_at(timestamp with time zone, integer) owner to kaopei_search;
revoke all on function skill.standings_to_look_at(timestamp with time zone, integer) from public;
grant execute on function skill.standings_to_look_at(timestamp with time zone, integer) to kaopei_app;
revoke create on schema skill from kaopei_search;
