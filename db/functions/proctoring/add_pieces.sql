-- version 3
-- Keeps pieces whose bytes are safe, of several calls at once, each of another attempt; of one alone where `may_wait` lets it wait until nobody else is at work on
-- the attempt's recordings. `calls`: [{call, attempt, now, most, pieces}]: the number by which answers are told apart, and how many bytes the attempt may have
-- brought by now; `pieces`: [{source, kind, number, from, until, still, sha256, bytes, type, doubtful, late}].
-- Of each piece, in their order: added; same: was there already, with these bytes; changed: other bytes are there under this number; full: more than the
-- attempt may bring; unknown: nothing is recorded of the attempt. busy, once for a call: somebody else is at work on it, it has to come again, alone.
create or replace function proctoring.add_pieces(given_company uuid, calls json, may_wait boolean)
returns table(call integer, outcome text)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
-- Planned when tables may be empty, kept when they are not: a few rows are looked up by their keys, always.
set enable_seqscan to off
set enable_bitmapscan to off
set enable_hashjoin to off
set enable_mergejoin to off
as $$
#variable_conflict use_column
declare
  held uuid[];
  -- Between which the held attempts began: of the other months' pieces none is looked at.
  first_start timestamptz;
  last_start timestamptz;
  most_pieces integer;
begin
  perform set_config('app.company_id', given_company::text, true);
  if may_wait then
    select array_agg(l.attempt), min(l.started_at), max(l.started_at), max(l.pieces) into held, first_start, last_start, most_pieces
    from (
      select g.attempt, w.started_at, json_array_length(g.pieces) as pieces
      from json_to_recordset(calls) as g (attempt uuid, pieces json)
      cross join lateral (
        select w.started_at from proctoring.watch w where w.company_id = given_company and w.attempt_id = g.attempt for no key update
      ) w
    ) l;
  else
    select array_agg(l.attempt), min(l.started_at), max(l.started_at), max(l.pieces) into held, first_start, last_start, most_pieces
    from (
      select g.attempt, w.started_at, json_array_length(g.pieces) as pieces
      from json_to_recordset(calls) as g (attempt uuid, pieces json)
      cross join lateral (
        select w.started_at from proctoring.watch w where w.company_id = given_company and w.attempt_id = g.attempt for no key update skip locked
      ) w
    ) l;
  end if;
  held := coalesce(held, '{}');
  if cardinality(held) < json_array_length(calls) then
    return query
    select g.call,
      case
        when not may_wait and exists (
          select from proctoring.watch w where w.company_id = given_company and w.attempt_id = g.attempt) then 'busy'
        else 'unknown'
      end
    from json_to_recordset(calls) as g (call integer, attempt uuid)
    where g.attempt <> all (held);
  end if;
  -- The first piece of every call, then the second of each that has one: a call's later pieces find its earlier ones.
  for turn in 0 .. coalesce(most_pieces, 0) - 1 loop
    return query
    with judged as materialized (
      select g.call, g.attempt, g.now, w.started_at, p.*, p.source || p.kind as stream, least(p.until, g.now) as reaches, k.is_beside,
        p.kind = 'film' and coalesce(f.state in (2, 3), true) as changes_film,
        case
          when k.sha256 = p.sha256 then 'same'
          when k.sha256 is not null then 'changed'
          when w.size_bytes + p.bytes > g.most then 'full'
          else 'added'
        end as outcome
      from json_to_recordset(calls) as g (call integer, attempt uuid, now timestamptz, most bigint, pieces json)
      cross join lateral json_to_record(g.pieces -> turn) as p (source smallint, kind text, number integer, "from" timestamptz, until timestamptz,
        still boolean, sha256 text, bytes integer, type text, doubtful boolean, late boolean)
      cross join lateral (
        select w.started_at, w.size_bytes from proctoring.watch w where w.company_id = given_company and w.attempt_id = g.attempt offset 0
      ) w
      left join lateral (
        select f.state from proctoring.film f where f.company_id = given_company and f.attempt_id = g.attempt and f.source = p.source offset 0
      ) f on true
      cross join lateral (
        select max(t.sha256) filter (where t.number = p.number) as sha256,
          coalesce(bool_or(t.from_at < p.until - interval '2 seconds' and t.until_at > p."from" + interval '2 seconds'), false) as is_beside
        from proctoring.piece t
        where t.company_id = given_company and t.attempt_id = g.attempt and t.source = p.source and t.kind = p.kind
          and t.started_at = w.started_at and t.started_at between first_start and last_start and t.number between p.number - 3 and p.number + 3
      ) k
      where g.attempt = any (held) and json_array_length(g.pieces) > turn
    ), kept as (
      insert into proctoring.piece (company_id, attempt_id, source, kind, number, started_at, from_at, until_at, is_still, sha256, size_bytes,
        content_type, is_doubtful, is_late, arrived_at)
      select given_company, j.attempt, j.source, j.kind, j.number, j.started_at, j."from", j.until, j.still, j.sha256, j.bytes, j.type,
        j.doubtful or j.kind = 'film' and j.is_beside, j.late, j.now
      from judged j
      where j.outcome = 'added'
    ), watched as (
      update proctoring.watch w
      set size_bytes = w.size_bytes + j.bytes,
        reached = case
          when j.kind <> 'thumb' and coalesce((w.reached ->> j.stream)::timestamptz, '-infinity') < j.reaches
            then w.reached || jsonb_build_object(j.stream, j.reaches)
          else w.reached
        end
      from judged j
      where j.outcome = 'added' and w.company_id = given_company and w.attempt_id = j.attempt
      returning case when j.changes_film then proctoring.film_goes_on(given_company, j.attempt, j.source, j.now) end
    )
    select j.call, j.outcome from judged j;
  end loop;
end
$$;
grant execute on function proctoring.add_pieces(uuid,json,boolean) to kaopei_app;
