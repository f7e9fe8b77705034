-- version 6
-- What counts of one report of playing, by the rules of the learning room (own-time.ts, credit.ts, completion.ts); nothing is read or written.
-- The clock is the person's, the visit the player's session, the rest is what is known of the task. `late_ms`: of a report that was kept offline its span by
-- the device's clock. Pages count from 0. `rule` has of a micro-course beside the task's own `filmStarts`, where each of its films begins.
-- `taken` is the time that it uses up, `page_pairs` the pages and their seconds as they count, one after the other.
create or replace function course.judge_ping(
  given_now timestamp with time zone, froms integer[], untils integer[], seen_pages integer[], seen_seconds integer[], rate double precision,
  is_visible boolean, late_ms integer, clock_last_at timestamp with time zone, clock_used tstzmultirange, visit_begun_at timestamp with time zone,
  visit_last_seq integer, courseware_type smallint, rule jsonb, length_seconds integer, page_count integer, watched int4multirange, page_seconds integer[],
  repeated_seconds integer, was_complete boolean, counted_percent smallint,
  out taken tstzmultirange, out wall integer, out credited int4multirange, out cut integer, out watched_now int4multirange, out covered integer,
  out page_pairs integer[], out pages_now integer[], out new_part integer, out again_part integer, out own_percent integer, out is_done boolean,
  out becomes boolean)
returns record
language plpgsql
stable
as $$
declare
  film_percent constant integer := 95;
  page_default constant integer := 5;
  time_from timestamptz;
  free tstzmultirange := '{}';
  piece tstzrange;
  time_left interval;
  span double precision;
  tolerance double precision;
  allowed integer;
  room integer;
  part integer;
  said integer := 0;
  kept integer := 0;
  begins integer;
  ends integer;
  before_cut integer;
  reach integer;
  starts integer[];
  whole int4multirange := '{}';
  fresh int4multirange;
  counted integer;
  page_allowed integer;
  page_room integer;
  page_sum integer := 0;
begin
  -- Which of the person's time it stands for.
  taken := '{}';
  if late_ms is null then
    time_from := greatest(clock_last_at, visit_begun_at, given_now - case when visit_last_seq = 0 then interval '10 seconds' else interval '60 seconds' end);
    if time_from < given_now then
      taken := tstzmultirange(tstzrange(time_from, given_now));
      free := taken - clock_used;
    end if;
  else
    time_from := greatest(visit_begun_at, given_now - interval '7 days');
    time_left := least(late_ms, 60000) * interval '1 millisecond';
    if time_from < given_now then
      for piece in select r from unnest(tstzmultirange(tstzrange(time_from, given_now)) - clock_used) r order by r loop
        exit when time_left <= interval '0';
        taken := taken + tstzmultirange(tstzrange(lower(piece), least(upper(piece), lower(piece) + time_left)));
        time_left := time_left - (upper(piece) - lower(piece));
      end loop;
    end if;
    free := taken;
  end if;
  -- Mostly one span of time and one of the film: what needs no query costs a tenth of one.
  if isempty(free) then
    span := 0;
  elsif free = tstzmultirange(range_merge(free)) then
    span := extract(epoch from upper(free) - lower(free));
  else
    span := (select sum(extract(epoch from upper(r) - lower(r))) from unnest(free) r);
  end if;
  wall := floor(span + 0.5);
  tolerance := least(1, span / 5);

  -- Seconds of films and sounds, in the order in which they were played.
  allowed := floor(span * least(greatest(rate, 0), 2) * 1.05 + tolerance);
  if not is_visible and (courseware_type <> 3 or coalesce((rule ->> 'pauseWhenHidden')::boolean, true)) then
    allowed := 0;
  end if;
  room := allowed;
  credited := '{}';
  for i in 1 .. coalesce(array_length(froms, 1), 0) loop
    begins := greatest(froms[i], 0);
    ends := least(untils[i], length_seconds);
    continue when begins >= ends;
    said := said + ends - begins;
    part := least(room, ends - begins);
    continue when part <= 0;
    credited := credited + int4multirange(int4range(begins, begins + part));
    kept := kept + part;
    room := room - part;
  end loop;
  cut := said - kept;
  watched_now := watched + credited;
  -- Of each film that may not be skipped through what joins its beginning.
  if coalesce((rule ->> 'noSkip')::boolean, false) and (courseware_type = 2 or (courseware_type = 5 and rule ? 'filmStarts')) then
    starts := case when courseware_type = 2 then '{0}' else array(select s::integer from jsonb_array_elements_text(rule -> 'filmStarts') s) end;
    for i in 1 .. cardinality(starts) loop
      select coalesce(max(upper(r)), starts[i]) into reach from unnest(watched_now) r where r @> starts[i];
      whole := whole + int4multirange(int4range(starts[i], least(reach, coalesce(starts[i + 1], reach))));
    end loop;
    before_cut := coalesce((select sum(upper(r) - lower(r)) from unnest(credited) r), 0);
    credited := credited * whole;
    cut := cut + before_cut - coalesce((select sum(upper(r) - lower(r)) from unnest(credited) r), 0);
    watched_now := watched + credited;
  end if;
  fresh := credited - watched;
  if multirange(range_merge(credited)) = credited and multirange(range_merge(fresh)) = fresh and multirange(range_merge(watched_now)) = watched_now then
    counted := coalesce(upper(credited) - lower(credited), 0);
    new_part := coalesce(upper(fresh) - lower(fresh), 0);
    covered := coalesce(upper(watched_now) - lower(watched_now), 0);
  else
    select coalesce((select sum(upper(r) - lower(r)) from unnest(fresh) r), 0),
      coalesce((select sum(upper(r) - lower(r)) from unnest(credited) r), 0),
      coalesce((select sum(upper(r) - lower(r)) from unnest(watched_now) r), 0)
    into new_part, counted, covered;
  end if;
  again_part := least(counted - new_part, greatest(0, length_seconds - repeated_seconds));

  -- Seconds that pages were in view: two beside each other.
  pages_now := page_seconds;
  page_pairs := '{}';
  page_allowed := case when is_visible then floor(span * 1.05 + tolerance) else 0 end;
  page_room := page_allowed * 2;
  for i in 1 .. coalesce(array_length(seen_pages, 1), 0) loop
    continue when seen_pages[i] < 0 or seen_pages[i] >= page_count;
    part := least(seen_seconds[i], page_allowed, page_room);
    continue when part <= 0;
    -- From the first on: an array begins with what is written first, and as JSON nobody sees that it was a later one.
    pages_now[1] := pages_now[1];
    pages_now[seen_pages[i] + 1] := coalesce(pages_now[seen_pages[i] + 1], 0) + part;
    page_pairs := page_pairs || array[seen_pages[i], part];
    page_room := page_room - part;
    page_sum := page_sum + part;
  end loop;
  -- A package counts its own pages: of it the time that it was in view.
  if courseware_type = 6 and is_visible then
    page_sum := wall;
  end if;
  new_part := greatest(new_part, least(page_sum, wall) - again_part);

  -- Whether the task is complete now, and how far.
  is_done := courseware_type <> 6;
  own_percent := 0;
  if courseware_type in (2, 3) or (courseware_type = 5 and length_seconds > 0) then
    part := case
      when length_seconds < 20 then greatest(1, length_seconds - 1)
      else (length_seconds * coalesce((rule ->> 'percent')::integer, film_percent) + 99) / 100
    end;
    is_done := length_seconds > 0
      and covered >= part
      and (length_seconds < 20 or watched_now @> int4range(length_seconds - 5, length_seconds));
    own_percent := case when is_done then 100 else least(99, covered * 100 / part) end;
  end if;
  if courseware_type in (1, 4, 5) then
    part := greatest(1, (page_count * coalesce((rule ->> 'pagePercent')::integer, 100) + 99) / 100);
    -- Of a version before this one more may have been read than it has.
    select count(*) into kept from unnest(pages_now[1:page_count]) s where s >= coalesce((rule ->> 'secondsPerPage')::integer, page_default);
    if courseware_type = 5 and length_seconds > 0 then
      own_percent := (own_percent + case when kept >= part then 100 else least(99, kept * 100 / part) end) / 2;
    else
      own_percent := case when kept >= part then 100 else least(99, kept * 100 / part) end;
    end if;
    is_done := is_done and page_count > 0 and kept >= part;
  end if;
  becomes := is_done and not was_complete;
  is_done := is_done or was_complete;
  own_percent := greatest(counted_percent, case when is_done then 100 else least(99, own_percent) end);
end
$$;
grant execute on function course.judge_ping(timestamp with time zone,integer[],integer[],integer[],integer[],double precision,boolean,integer,timestamp with time zone,tstzmultirange,timestamp with time zone,integer,smallint,jsonb,integer,integer,int4multirange,integer[],integer,boolean,smallint) to kaopei_app;
