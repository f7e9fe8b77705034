-- Search among people by part of a name, account, phone, job number or e-mail, at the size of a million.
-- pg_trgm does not serve here: most keywords are names of one or two characters, and under row-level security LIKE never reaches an index.
-- So each row is found by pieces of its own: every character and every pair beyond ASCII, every three characters within it. Pieces are hashed
-- together with the company, so that one company's search never reads another's rows. A hit by pieces is a candidate; the fields decide.

-- The pieces of a line of fields. E'\x01' stands before a field that is also found by its first one or two ASCII characters, E'\x02' before others.
-- A loop, because a query with generate_series is planned anew for each row: 18 microseconds instead of 200.
create function org.pieces_of(line text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  pieces bigint[] := '{}';
  piece text;
  first text;
  last integer := length(line);
begin
  for n in 1..last loop
    piece := substr(line, n, 3);
    if octet_length(piece) = 3 and n <= last - 2 then
      pieces := pieces || hashtextextended(piece, seed);
      if starts_with(piece, E'\x01') then
        pieces := pieces || hashtextextended(left(piece, 2), seed);
      end if;
    else
      first := left(piece, 2);
      if octet_length(first) > length(first) then
        pieces := pieces || hashtextextended(first, seed);
        first := left(first, 1);
        if octet_length(first) > 1 then
          pieces := pieces || hashtextextended(first, seed);
        end if;
      end if;
    end if;
  end loop;
  return pieces;
end
$$;

-- The pieces that a person with `keyword` in a field must have. Lower case expected.
create function org.pieces_of_keyword(keyword text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  pieces bigint[] := '{}';
  piece text;
  last integer := length(keyword);
begin
  if octet_length(keyword) <= 2 and last = octet_length(keyword) then
    return array[hashtextextended(E'\x01' || keyword, seed)];
  end if;
  if last = 1 then
    return array[hashtextextended(keyword, seed)];
  end if;
  for n in 1..last loop
    piece := substr(keyword, n, 3);
    if length(piece) = 3 and octet_length(piece) = 3 then
      pieces := pieces || hashtextextended(piece, seed);
    end if;
    piece := left(piece, 2);
    if length(piece) = 2 and octet_length(piece) > 2 then
      pieces := pieces || hashtextextended(piece, seed);
    end if;
  end loop;
  return pieces;
end
$$;

-- Of an e-mail address only what stands up to the @: domains are the same for everybody.
create function org.staff_pieces(company uuid, name text, login_account text, phone text, job_number text, email text) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  return org.pieces_of(
    lower(concat(E'\x01', name, E'\x01', login_account, E'\x01', job_number, E'\x02', phone, E'\x02', split_part(email, '@', 1), '@')),
    uuid_hash_extended(company, 0)
  );
end
$$;

-- Dear, so that the planner looks pieces up in the index and never makes them anew for row after row.
alter function org.staff_pieces(uuid, text, text, text, text, text) cost 10000;

create index staff_by_pieces on org.staff
  using gin (org.staff_pieces(company_id, name, login_account, phone, job_number, email))
  where removed_at is null;
-- The planner does not read an index's own statistics of an expression of several columns; not computing them halves the cost of ANALYZE.
alter index org.staff_by_pieces alter column 1 set statistics 0;

-- How frequent each piece is, so that the planner knows 王 from 㛃.
create statistics org.staff_piece_frequency
  on (org.staff_pieces(company_id, name, login_account, phone, job_number, email)) from org.staff;

-- The departments below the given ones, themselves included. Runs with the rights of its caller.
create function org.departments_under(wanted_company uuid, roots uuid[]) returns uuid[]
language sql stable parallel safe as $$
  select array(
    select d.id
    from org.department root
    join org.department d
      on d.company_id = root.company_id
      and d.path >= root.path
      and d.path < root.path_end
    where root.company_id = wanted_company
      and root.id = any (roots)
      and d.removed_at is null
  )
$$;

-- The rare sides of two filters: their totals are counted, those of the common sides follow from the departments' counts.
create index staff_disabled on org.staff (company_id, id desc) include (department_id, staff_source) where removed_at is null and not is_enabled;
create index staff_outside on org.staff (company_id, id desc) include (department_id, is_enabled) where removed_at is null and staff_source = 2;

-- How many people fit a condition, as the statistics have it: for choosing a way, never for showing.
create function org.estimate_staff(condition text) returns bigint
language plpgsql as $$
declare
  plan jsonb;
begin
  execute 'explain (format json) select from org.staff s where s.removed_at is null and ' || condition
  into plan;
  return greatest(1, (plan #>> '{0,Plan,Plan Rows}')::numeric::bigint);
end
$$;

-- One page of the ids of people, newest first, and how many there are. Every list, picker and export of people asks here.
-- filter: keyword (lower case), seesPrivate (else phone and e-mail are found only when given whole), under (departments with all below them),
--   isEnabled, staffSource, scope {departmentIds, subtreeIds, ownStaffId} (absent: all).
-- known_total: of an earlier page; null: count. One row without id tells the total of an empty page.
-- Owned by kaopei_search: its policy lets text conditions reach the index. The company is compared with that of the transaction all the same, and the
-- caller reads the rows behind the ids under its own policy.
create function org.find_staff(wanted_company uuid, filter jsonb, skipped bigint, wanted integer, known_total bigint)
returns table (id uuid, total bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  keyword text := nullif(filter ->> 'keyword', '');
  enabled boolean := (filter ->> 'isEnabled')::boolean;
  source smallint := (filter ->> 'staffSource')::smallint;
  scope jsonb := filter -> 'scope';
  own uuid := (filter #>> '{scope,ownStaffId}')::uuid;
  roots uuid[];
  departments uuid[];
  scoped uuid[];
  pieces bigint[];
  everybody bigint;
  people bigint;
  hits bigint;
  steps numeric;
  found uuid[];
  strategy text := 'walk';
  base text := 's.company_id = $1 and s.removed_at is null';
  belongs text := '';
  fits text := '';
  direction text := 'desc';
begin
  if wanted_company is null or wanted_company is distinct from kit.company_id() then
    return;
  end if;

  -- 1. Which departments. The whole tree needs no list of them.
  if jsonb_typeof(filter -> 'under') = 'array' then
    roots := array(select value::uuid from jsonb_array_elements_text(filter -> 'under'));
    if exists (select from org.department d where d.company_id = wanted_company and d.parent_id is null and d.removed_at is null and d.id <> all (roots)) then
      departments := org.departments_under(wanted_company, roots);
      belongs := ' and s.department_id = any ($2)';
    else
      belongs := ' and s.department_id is not null';
    end if;
  end if;
  if jsonb_typeof(scope) = 'object' then
    scoped := org.departments_under(wanted_company, array(select value::uuid from jsonb_array_elements_text(scope -> 'subtreeIds')))
      || array(select value::uuid from jsonb_array_elements_text(scope -> 'departmentIds'));
    if departments is not null then
      scoped := array(select unnest(scoped) intersect select unnest(departments));
    end if;
    belongs := belongs || case when own is null then ' and s.department_id = any ($3)' else ' and (s.department_id = any ($3) or s.id = $4)' end;
  end if;

  -- 2. How many people that is, from the departments' own counts.
  if coalesce(scoped, departments) is not null then
    select coalesce(sum(d.staff_count), 0)
    into people
    from org.department d
    where d.company_id = wanted_company
      and d.id = any (coalesce(scoped, departments));
  elsif keyword is not null then
    people := org.estimate_staff(format('s.company_id = %L', wanted_company));
  elsif known_total is null then
    select coalesce(sum(d.staff_count), 0) into people from org.department d where d.company_id = wanted_company;
    if roots is null then
      people := people + (
        select count(*) from org.staff s where s.company_id = wanted_company and s.removed_at is null and s.department_id is null
      );
    end if;
  end if;

  -- 3. The other filters.
  if enabled is not null then
    fits := case when enabled then ' and s.is_enabled' else ' and not s.is_enabled' end;
  end if;
  if source is not null then
    fits := fits || case when source = 2 then ' and s.staff_source = 2' else ' and s.staff_source = 1' end;
  end if;
  if keyword is not null then
    fits := fits || ' and (strpos(lower(s.name), $5) > 0 or strpos(lower(s.job_number), $5) > 0'
      || case
        when (filter ->> 'seesPrivate')::boolean then ' or strpos(s.login_key, $5) > 0 or strpos(s.phone, $5) > 0 or strpos(s.email_key, $5) > 0)'
        -- Many accounts are the phone number or the address itself.
        else ' or strpos(s.login_key, $5) > 0 and s.login_key is distinct from s.phone and s.login_key is distinct from s.email_key'
          || ' or s.phone = $5 or s.email_key = $5)'
      end;
  end if;

  -- 4. The total, without counting what is known: the common side of a filter is all without the rare side.
  if known_total is null and keyword is null and own is null then
    if enabled is null and source is null then
      known_total := people;
    elsif (enabled and source is null) or (enabled is null and source = 1) then
      execute format('select $5 - count(*) from org.staff s where %s%s and %s', base, belongs,
        case when enabled then 'not s.is_enabled' else 's.staff_source = 2' end)
      into known_total using wanted_company, departments, scoped, own, people;
    end if;
  end if;

  -- 5. The way to a keyword's page that looks at the fewest people: those with its pieces, or those of the departments. Where the total is known, a
  -- page of a common keyword is full long before; so many of the newest people are looked at as the other way would, and only if the page is not full
  -- by then the other way is gone. The planner cannot weigh this: it takes looking at the fields for as cheap as looking at numbers.
  if keyword is not null then
    pieces := org.pieces_of_keyword(regexp_replace(keyword, '(.)@.*', '\1@'), uuid_hash_extended(wanted_company, 0));
    hits := org.estimate_staff(format(
      'org.staff_pieces(s.company_id, s.name, s.login_account, s.phone, s.job_number, s.email) @> %L::bigint[]', pieces));
    everybody := case
      when coalesce(scoped, departments) is null then people
      else org.estimate_staff(format('s.company_id = %L', wanted_company))
    end;
    strategy := case when hits <= people and hits < everybody / 4 then 'pieces' else 'departments' end;
    steps := (skipped + wanted)::numeric * everybody / hits * everybody / greatest(1, people);
    if known_total is not null and steps < least(hits, people) then
      execute format(
        'select array(
          select s.id
          from (
            select s.id, s.department_id, s.name, s.job_number, s.login_key, s.phone, s.email_key, s.is_enabled, s.staff_source
            from org.staff s where %s order by s.id desc limit $8
          ) s
          where true%s%s
          order by s.id desc
          offset $6 limit $7
        )', base, belongs, fits)
      into found
      using wanted_company, departments, scoped, own, keyword, skipped, wanted, least(hits, people);
      if cardinality(found) = wanted or skipped + cardinality(found) >= known_total then
        return query select page.id, known_total from (select) once left join unnest(found) as page (id) on true;
        return;
      end if;
    end if;
  elsif known_total is not null and skipped > 1000 and skipped > known_total / 2 then
    -- From the far half of a long list the way back from its end is shorter.
    direction := 'asc';
    wanted := greatest(0, least(wanted, known_total - skipped));
    skipped := greatest(0, known_total - skipped - wanted);
  end if;

  return query execute case strategy
    when 'walk' then format(
      'select page.id, counted.total
      from (select coalesce($8, (select count(*) from org.staff s where %1$s)) as total) counted
      left join (select s.id from org.staff s where %1$s order by s.id %2$s offset $6 limit $7) page on true
      order by page.id desc',
      base || belongs || fits, direction)
    else format(
      'with candidate as materialized (select s.id, s.department_id from org.staff s where %1$s),
      hit as materialized (select s.id from candidate s where true%2$s)
      select page.id, counted.total
      from (select count(*) as total from hit) counted
      left join (select hit.id from hit order by hit.id desc offset $6 limit $7) page on true
      order by page.id desc',
      case strategy
        when 'pieces' then base || fits || format(
          ' and org.staff_pieces(s.company_id, s.name, s.login_account, s.phone, s.job_number, s.email) @> %L::bigint[]', pieces)
        else base || belongs || fits
      end,
      case strategy when 'pieces' then belongs else '' end)
    end
  using wanted_company, departments, scoped, own, keyword, skipped, wanted, known_total;
end
$$;

create policy search on org.staff for select to kaopei_search using (true);
create policy search on org.department for select to kaopei_search using (true);
grant select on org.staff, org.department to kaopei_search;
alter function org.find_staff(uuid, jsonb, bigint, integer, bigint) owner to kaopei_search;
revoke all on function org.find_staff(uuid, jsonb, bigint, integer, bigint) from public;
grant execute on function org.find_staff(uuid, jsonb, bigint, integer, bigint) to kaopei_app;
