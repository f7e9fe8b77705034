-- version 1
-- The table for pieces of attempts that began in this month (UTC), where it is not there yet.
create or replace function proctoring.make_piece_month(given_at timestamp with time zone)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  first timestamptz := date_trunc('month', given_at at time zone 'UTC') at time zone 'UTC';
  next timestamptz := (date_trunc('month', given_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  part text := 'piece_' || to_char(given_at at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass('proctoring.' || part) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('proctoring.make_piece_month', 0));
  if to_regclass('proctoring.' || part) is not null
    or exists (select from proctoring.piece_elsewhere where started_at >= first and started_at < next) then
    return;
  end if;
  -- Attached, not made in place: that would wait for everybody who writes pieces, and everybody for it.
  execute format('create table proctoring.%I (like proctoring.piece including all)', part);
  execute format('comment on table proctoring.%I is %L', part, 'Pieces of attempts that began in this month.');
  execute format('call kit.protect_company_table(%L, %L)', 'proctoring.' || part, 'select');
  execute format('alter table proctoring.piece attach partition proctoring.%I for values from (%L) to (%L)', part, first, next);
end
$$;
