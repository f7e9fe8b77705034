-- version 1
create or replace function practice.results_to_look_at(now timestamptz, most integer) returns table (company_id uuid, attempt_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.company_id, r.attempt_id
  from practice.exam_result r
  where r.state = 1 and r.look_at <= now
  order by r.look_at
  limit most
$$;
revoke all on function practice.results_to_look_at(timestamptz, integer) from public;
alter function practice.results_to_look_at(timestamptz, integer) owner to kaopei_search;
grant execute on function practice.results_to_look_at(timestamptz, integer) to kaopei_app;
