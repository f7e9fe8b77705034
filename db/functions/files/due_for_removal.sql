-- version 2
create or replace function files.due_for_removal(unfinished_before timestamptz, expired_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (
    select o.company_id, o.id
    from files.object o
    where o.state = 0 and o.created_at < unfinished_before and coalesce(o.active_at, o.created_at) < unfinished_before
    limit how_many
  )
  union all
  (select o.company_id, o.id from files.object o where o.expires_at < expired_before limit how_many)
$$;
alter function files.due_for_removal(timestamp with time zone,timestamp with time zone,integer) owner to kaopei_search;
revoke all on function files.due_for_removal(timestamp with time zone,timestamp with time zone,integer) from public;
grant execute on function files.due_for_removal(timestamp with time zone,timestamp with time zone,integer) to kaopei_app;
