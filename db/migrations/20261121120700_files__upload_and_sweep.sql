-- An upload whose client named no size: size_bytes is then the limit, and the true size is known when it is complete.
alter table files.object add column is_size_open boolean not null default false;

-- What the sweeps of every company look for: uploads that nobody finished, objects past their time.
create policy sweep on files.object for select to kaopei_search using (true);
grant select on files.object to kaopei_search;
grant create on schema files to kaopei_search;

create function files.due_for_removal(unfinished_before timestamptz, expired_before timestamptz, how_many integer)
returns table (company_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select o.company_id, o.id from files.object o where o.state = 0 and o.created_at < unfinished_before limit how_many)
  union all
  (select o.company_id, o.id from files.object o where o.expires_at < expired_before limit how_many)
$$;
alter function files.due_for_removal(timestamptz, timestamptz, integer) owner to kaopei_search;
revoke all on function files.due_for_removal(timestamptz, timestamptz, integer) from public;
grant execute on function files.due_for_removal(timestamptz, timestamptz, integer) to kaopei_app;

-- Of the given keys those that no row knows: what a killed process left in the store.
create function files.keys_without_object(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k from unnest(keys) as k where not exists (select from files.object o where o.key = k)
$$;
alter function files.keys_without_object(text[]) owner to kaopei_search;
revoke all on function files.keys_without_object(text[]) from public;
grant execute on function files.keys_without_object(text[]) to kaopei_app;

revoke create on schema files from kaopei_search;
