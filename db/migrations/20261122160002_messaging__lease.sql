-- Who takes a message has it until then; nobody else judges it meanwhile.
alter table messaging.outbox add column leased_until timestamptz;
create index outbox_on_its_way on messaging.outbox (company_id, id) where state in (0, 4);

drop policy release on messaging.outbox;
create policy sweep on messaging.outbox for select to kaopei_search using (state in (0, 4, 5));
grant select (leased_until, next_try_at, created_at) on messaging.outbox to kaopei_search;
grant create on schema messaging to kaopei_search;

-- Messages that nothing moves any more: taken by a worker that died, or waiting without a place in the queue.
create function messaging.stuck(silent interval, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.company_id, o.id
  from messaging.outbox o
  where o.state in (0, 4)
    and coalesce(o.leased_until, o.next_try_at, o.created_at) < now() - silent
    and not kit.is_queued('messaging.deliver:' || o.company_id || ':' || o.id)
  limit how_many
$$;
alter function messaging.stuck(interval, integer) owner to kaopei_search;
revoke all on function messaging.stuck(interval, integer) from public;
grant execute on function messaging.stuck(interval, integer) to kaopei_app;

revoke create on schema messaging from kaopei_search;
