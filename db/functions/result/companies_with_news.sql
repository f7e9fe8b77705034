-- version 1
create or replace function result.companies_with_news(from_tx xid8, below_tx xid8, most integer) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct c.company_id
  from sitting.standing_change c
  where c.tx >= from_tx
    and (below_tx is null or c.tx < below_tx)
    and not exists (select from result.news n where n.company_id = c.company_id and n.event_id = c.id)
  limit most
$$;
revoke all on function result.companies_with_news(xid8, xid8, integer) from public;
alter function result.companies_with_news(xid8, xid8, integer) owner to kaopei_search;
grant execute on function result.companies_with_news(xid8, xid8, integer) to kaopei_app;
