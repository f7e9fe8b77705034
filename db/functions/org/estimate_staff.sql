-- version 1
-- How many people fit a condition, as the statistics have it: for choosing a way, never for showing.
create or replace function org.estimate_staff(condition text) returns bigint
language plpgsql as $$
declare
  plan jsonb;
begin
  execute 'explain (format json) select from org.staff s where s.removed_at is null and ' || condition
  into plan;
  return greatest(1, (plan #>> '{0,Plan,Plan Rows}')::numeric::bigint);
end
$$;
