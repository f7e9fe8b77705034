-- version 3
-- sitting.save_calls for one call, as servers of before ask for it; what their browser shows of a safe one stands in app.safe_browser.
create or replace function sitting.save_answers(given_company uuid, given_staff uuid, given_attempt uuid, given_epoch integer, given_now timestamp with time zone, items json)
returns table(outcome text, state text, due_at timestamp with time zone, epoch integer, slot integer, status text, rev integer, saved_at timestamp with time zone, hash text, current_answer jsonb)
language plpgsql
as $$
begin
  return query
    select s.outcome, null::text, s.due_at, s.epoch, s.slot, s.status, s.rev, s.saved_at, s.hash, s.current_answer
    from sitting.save_calls(given_company, json_build_array(json_build_object('call', 0, 'staff', given_staff, 'attempt', given_attempt, 'epoch', given_epoch,
        'now', given_now, 'shown', nullif(current_setting('app.safe_browser', true), '')::jsonb)),
      (select coalesce(json_agg(i.item::jsonb || '{"call": 0}'), '[]') from json_array_elements(items) as i (item)), true) s;
end
$$;
grant execute on function sitting.save_answers(uuid,uuid,uuid,integer,timestamp with time zone,json) to kaopei_app;
