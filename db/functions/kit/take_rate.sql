-- version 1
-- Counts one more use of a key; answers the seconds to wait, 0 when it may go on.
create or replace function kit.take_rate(wanted_key text, allowed integer, window_seconds integer) returns integer
language sql volatile as $$
  insert into kit.rate_limit as r (key, count, resets_at)
  values (wanted_key, 1, now() + make_interval(secs => window_seconds))
  on conflict (key) do update set
    count = case when r.resets_at <= now() then 1 else r.count + 1 end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  returning case when count > allowed then greatest(1, ceil(extract(epoch from resets_at - now()))::integer) else 0 end
$$;
grant execute on function kit.take_rate(text,integer,integer) to kaopei_app;
