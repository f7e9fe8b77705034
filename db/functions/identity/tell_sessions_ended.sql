-- version 1
create or replace function identity.tell_sessions_ended() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform identity.tell('session', changed.company_id, array_agg(changed.id))
  from changed join former on former.company_id = changed.company_id and former.id = changed.id
  where changed.ended_at is distinct from former.ended_at or changed.expires_at <> former.expires_at
  group by changed.company_id;
  return null;
end
$$;
