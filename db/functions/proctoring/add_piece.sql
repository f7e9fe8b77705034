-- version 2
-- Keeps a piece whose bytes are safe. `piece`: {source, kind, number, from, until, still, sha256, bytes, type, doubtful, late}.
-- added; same: was there already, with these bytes; changed: other bytes are there under this number; full: more than the attempt may bring; unknown:
-- nothing is recorded of the attempt.
create or replace function proctoring.add_piece(given_company uuid, given_attempt uuid, given_now timestamp with time zone, most_bytes bigint, piece jsonb)
returns text
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  w record;
  p record;
  known text;
  is_beside boolean;
begin
  perform set_config('app.company_id', given_company::text, true);
  select * into p from jsonb_to_record(piece) as g(source smallint, kind text, number integer, "from" timestamptz, until timestamptz,
    still boolean, sha256 text, bytes integer, type text, doubtful boolean, late boolean);
  select t.started_at, t.size_bytes into w
  from proctoring.watch t
  where t.company_id = given_company and t.attempt_id = given_attempt
  for no key update;
  if not found then
    return 'unknown';
  end if;
  select t.sha256 into known
  from proctoring.piece t
  where t.company_id = given_company and t.attempt_id = given_attempt and t.source = p.source and t.kind = p.kind
    and t.number = p.number and t.started_at = w.started_at;
  if found then
    return case when known = p.sha256 then 'same' else 'changed' end;
  end if;
  if w.size_bytes + p.bytes > most_bytes then
    return 'full';
  end if;
  is_beside := p.kind = 'film' and exists (
    select from proctoring.piece t
    where t.company_id = given_company and t.attempt_id = given_attempt and t.source = p.source and t.kind = p.kind
      and t.started_at = w.started_at and t.number between p.number - 3 and p.number + 3
      and t.from_at < p.until - interval '2 seconds' and t.until_at > p."from" + interval '2 seconds'
  );
  insert into proctoring.piece (company_id, attempt_id, source, kind, number, started_at, from_at, until_at, is_still, sha256, size_bytes,
    content_type, is_doubtful, is_late, arrived_at)
  values (given_company, given_attempt, p.source, p.kind, p.number, w.started_at, p."from", p.until, p.still, p.sha256, p.bytes,
    p.type, p.doubtful or is_beside, p.late, given_now);
  update proctoring.watch t
  set size_bytes = t.size_bytes + p.bytes
  where t.company_id = given_company and t.attempt_id = given_attempt;
  if p.kind = 'film' then
    insert into proctoring.film (company_id, attempt_id, source, changed_at)
    values (given_company, given_attempt, p.source, given_now)
    on conflict (company_id, attempt_id, source) do update
    set state = 0, size_bytes = null, content_type = null, reason = null, tries = 0, begins_at = null, changed_at = given_now
    where film.state in (2, 3);
  end if;
  return 'added';
end
$$;
