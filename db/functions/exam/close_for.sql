-- version 1
-- When somebody may begin no more, 'infinity' when never: the rule of extendedClose (rules/deadline.ts). A close of their own is not moved by extra time.
create or replace function exam.close_for(
  exam_close timestamptz, exam_limit integer, own_close timestamptz, own_limit integer, own_percent integer, own_minutes integer
) returns timestamptz
language sql stable parallel safe as $$
  select coalesce(
    own_close,
    exam_close + make_interval(mins => coalesce(own_minutes, 0) + case coalesce(own_limit, exam_limit, 0)
      when 0 then 0
      else (ceil(coalesce(own_limit, exam_limit) * (100 + coalesce(own_percent, 0)) / 100.0) - coalesce(own_limit, exam_limit))::integer
    end),
    'infinity'
  )
$$;
grant execute on function exam.close_for(timestamp with time zone,integer,timestamp with time zone,integer,integer,integer) to kaopei_app;
