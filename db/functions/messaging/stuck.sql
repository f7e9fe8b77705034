-- version 1
-- Messages that nothing moves any more: taken by a worker that died, or waiting without a place in the queue.
create or replace function messaging.stuck(silent interval, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.company_id, o.id
  from messaging.outbox o
  where o.state in (0, 4)
    and coalesce(o.leased_until, o.next_try_at, o.created_at) < now() - silent
    and not kit.is_queued('messaging.deliver:' || o.company_id || ':' || o.id)
  limit how_many
$$;
alter function messaging.stuck(interval,integer) owner to kaopei_search;
revoke all on function messaging.stuck(interval,integer) from public;
grant execute on function messaging.stuck(interval,integer) to kaopei_app;
