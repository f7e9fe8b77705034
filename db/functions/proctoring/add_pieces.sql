-- version 2
-- Keeps pieces whose bytes are safe, of several calls at once, each of another attempt; of one alone where `may_wait` lets it wait until nobody else is at work on
-- the attempt's recordings. `calls`: [{call, attempt, now, most, pieces}]: the number by which answers are told apart, and how many bytes the attempt may have
-- brought by now; `pieces`: [{source, kind, number, from, until, still, sha256, bytes, type, doubtful, late}].
-- Of each piece, in their order: added; same: was there already, with these bytes; changed: other bytes are there under this number; full: more than the
-- attempt may bring; unknown: nothing is recorded of the attempt. busy, once for a call: somebody else is at work on it, it has to come again, alone.
create or replace function proctoring.add_pieces(given_company uuid, calls json, may_wait boolean)
returns table(call integer, outcome text)
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  c record;
  w record;
  p record;
  known record;
  film_state smallint;
  brought bigint;
  newest jsonb;
begin
  perform set_config('app.company_id', given_company::text, true);
  for c in
    select * from json_to_recordset(calls) as g(call integer, attempt uuid, now timestamptz, most bigint, pieces json)
  loop
    call := c.call;
    if may_wait then
      select t.started_at, t.size_bytes, t.reached into w
      from proctoring.watch t
      where t.company_id = given_company and t.attempt_id = c.attempt
      for no key update;
    else
      select t.started_at, t.size_bytes, t.reached into w
      from proctoring.watch t
      where t.company_id = given_company and t.attempt_id = c.attempt
      for no key update skip locked;
    end if;
    if not found then
      outcome := case when not may_wait and exists (
        select from proctoring.watch t where t.company_id = given_company and t.attempt_id = c.attempt) then 'busy' else 'unknown' end;
      return next;
      continue;
    end if;
    brought := 0;
    newest := w.reached;
    for p in
      select * from json_to_recordset(c.pieces) as g(source smallint, kind text, number integer, "from" timestamptz, until timestamptz,
        still boolean, sha256 text, bytes integer, type text, doubtful boolean, late boolean)
    loop
      select max(t.sha256) filter (where t.number = p.number) as sha256,
        coalesce(bool_or(t.from_at < p.until - interval '2 seconds' and t.until_at > p."from" + interval '2 seconds'), false) as is_beside
      into known
      from proctoring.piece t
      where t.company_id = given_company and t.attempt_id = c.attempt and t.source = p.source and t.kind = p.kind
        and t.started_at = w.started_at and t.number between p.number - 3 and p.number + 3;
      outcome := case
        when known.sha256 = p.sha256 then 'same'
        when known.sha256 is not null then 'changed'
        when w.size_bytes + brought + p.bytes > c.most then 'full'
        else 'added'
      end;
      return next;
      continue when outcome <> 'added';
      insert into proctoring.piece (company_id, attempt_id, source, kind, number, started_at, from_at, until_at, is_still, sha256,
        size_bytes, content_type, is_doubtful, is_late, arrived_at)
      values (given_company, c.attempt, p.source, p.kind, p.number, w.started_at, p."from", p.until, p.still, p.sha256,
        p.bytes, p.type, p.doubtful or p.kind = 'film' and known.is_beside, p.late, c.now);
      brought := brought + p.bytes;
      if p.kind <> 'thumb' and coalesce((newest ->> (p.source || p.kind))::timestamptz, '-infinity') < least(p.until, c.now) then
        newest := newest || jsonb_build_object(p.source || p.kind, least(p.until, c.now));
      end if;
      continue when p.kind <> 'film';
      select t.state into film_state
      from proctoring.film t
      where t.company_id = given_company and t.attempt_id = c.attempt and t.source = p.source;
      if not found then
        insert into proctoring.film (company_id, attempt_id, source, changed_at)
        values (given_company, c.attempt, p.source, c.now);
      elsif film_state in (2, 3) then
        update proctoring.film t
        set state = 0, size_bytes = null, content_type = null, reason = null, tries = 0, begins_at = null, changed_at = c.now
        where t.company_id = given_company and t.attempt_id = c.attempt and t.source = p.source and t.state in (2, 3);
      end if;
    end loop;
    if brought > 0 or newest <> w.reached then
      update proctoring.watch t
      set size_bytes = t.size_bytes + brought, reached = newest
      where t.company_id = given_company and t.attempt_id = c.attempt;
    end if;
  end loop;
end
$$;
grant execute on function proctoring.add_pieces(uuid,json,boolean) to kaopei_app;
