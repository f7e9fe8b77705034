-- version 1
-- Companies in which something happened in a training project since then.
create or replace function training.companies_in_training(since timestamp with time zone) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct v.company_id from training.task_event v where v.at >= since
$$;
grant create on schema training to kaopei_search;
alter function training.companies_in_training(timestamp with time zone) owner to kaopei_search;
revoke all on function training.companies_in_training(timestamp with time zone) from public;
grant execute on function training.companies_in_training(timestamp with time zone) to kaopei_app;
revoke create on schema training from kaopei_search;
