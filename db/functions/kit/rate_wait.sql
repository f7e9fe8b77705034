-- version 1
-- Seconds until a key that was counted more than `allowed` times may go on; 0 when it may. Counts nothing.
create or replace function kit.rate_wait(wanted_key text, allowed integer) returns integer
language sql stable as $$
  select coalesce((
    select greatest(1, ceil(extract(epoch from r.resets_at - now()))::integer)
    from kit.rate_limit r
    where r.key = wanted_key and r.resets_at > now() and r.count >= allowed), 0)
$$;
grant execute on function kit.rate_wait(text,integer) to kaopei_app;
