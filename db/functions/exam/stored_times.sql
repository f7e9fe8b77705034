-- version 1
-- As the server reads them (override.ts): null inherits, "infinity" is no close.
create or replace function exam.stored_times(
  opens_at timestamptz, closes_at timestamptz, limit_minutes integer, attempts_allowed integer, extra_percent integer, extra_minutes integer
) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_object('opensAt', opens_at, 'closesAt', closes_at, 'limitMinutes', limit_minutes,
    'attemptsAllowed', attempts_allowed, 'extraPercent', extra_percent, 'extraMinutes', extra_minutes)
$$;
grant execute on function exam.stored_times(timestamp with time zone,timestamp with time zone,integer,integer,integer,integer) to kaopei_app;
