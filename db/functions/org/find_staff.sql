-- version 1
-- A search whose caller may not read contacts looks into no account that is one, also one that the person had before; a whole phone or address finds its
-- person only where the caller's whole ones are counted (matchesWhole): tried one after the other they tell what a mask hides.
create or replace function org.find_staff(wanted_company uuid, filter jsonb, skipped bigint, wanted integer, known_total bigint)
returns table(id uuid, total bigint)
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare
  keyword text := nullif(filter ->> 'keyword', '');
  enabled boolean := (filter ->> 'isEnabled')::boolean;
  source smallint := (filter ->> 'staffSource')::smallint;
  scope jsonb := filter -> 'scope';
  posts uuid[] := org.ids_of(filter -> 'postIds');
  ranks uuid[] := org.ids_of(filter -> 'rankIds');
  labels uuid[] := org.ids_of(filter -> 'labelIds');
  entry_from date := (filter ->> 'entryFrom')::date;
  entry_to date := (filter ->> 'entryTo')::date;
  -- the caller, and those who belong to the scope beside their main department
  own uuid[] := array_remove(array[(filter #>> '{scope,ownStaffId}')::uuid], null);
  beside uuid[] := '{}';
  scoped_beside uuid[] := '{}';
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
  more text := '';
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
      beside := org.staff_beside(wanted_company, departments);
      belongs := case when beside = '{}' then ' and s.department_id = any ($2)' else ' and (s.department_id = any ($2) or s.id = any ($9))' end;
    else
      belongs := ' and s.department_id is not null';
    end if;
  end if;
  if jsonb_typeof(scope) = 'object' then
    scoped := org.departments_under(wanted_company, array(select value::uuid from jsonb_array_elements_text(scope -> 'subtreeIds')))
      || array(select value::uuid from jsonb_array_elements_text(scope -> 'departmentIds'));
    scoped_beside := org.staff_beside(wanted_company, scoped);
    if departments is not null and beside = '{}' and scoped_beside = '{}' then
      scoped := array(select unnest(scoped) intersect select unnest(departments));
    end if;
    own := own || scoped_beside;
    belongs := belongs || case when own = '{}' then ' and s.department_id = any ($3)' else ' and (s.department_id = any ($3) or s.id = any ($4))' end;
  end if;

  -- 2. How many people that is, from the departments' own counts.
  if coalesce(scoped, departments) is not null then
    select coalesce(sum(d.staff_count), 0)
    into people
    from org.department d
    where d.company_id = wanted_company
      and d.id = any (coalesce(scoped, departments));
    people := people + cardinality(case when scoped is null then beside else scoped_beside end);
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
  if posts is not null then
    more := more || ' and s.post_id = any ($10)';
  end if;
  if ranks is not null then
    more := more || ' and s.rank_id = any ($11)';
  end if;
  if labels is not null then
    more := more || ' and s.id in (select l.staff_id from org.staff_label l where l.company_id = $1 and l.label_id = any ($12))';
  end if;
  if entry_from is not null then
    more := more || ' and s.entry_date >= $13';
  end if;
  if entry_to is not null then
    more := more || ' and s.entry_date <= $14';
  end if;
  if keyword is not null then
    fits := fits || ' and (strpos(lower(s.name), $5) > 0 or strpos(lower(s.job_number), $5) > 0'
      || case
        when (filter ->> 'seesPrivate')::boolean then ' or strpos(s.login_key, $5) > 0 or strpos(s.phone, $5) > 0 or strpos(s.email_key, $5) > 0)'
        -- Many accounts are the phone number or the address itself, or one that the person had once.
        else ' or strpos(s.login_key, $5) > 0 and s.login_key !~ ''@|^0?1[3-9][0-9]{9}$'''
          || ' and s.login_key is distinct from s.phone and s.login_key is distinct from s.email_key'
          || case when (filter ->> 'matchesWhole')::boolean then ' or s.phone = $5 or s.email_key = $5 or s.login_key = $5)' else ')' end
      end;
  end if;

  -- 4. The total, without counting what is known: the common side of a filter is all without the rare side.
  if known_total is null and keyword is null and more = '' and (
    scoped is null or own = '{}' or (own = scoped_beside and departments is null)
  ) and (scoped is null or beside = '{}') then
    if enabled is null and source is null then
      known_total := people;
    elsif enabled and source = 1 then
      -- Each side has an index of its own; together they have none.
      execute format('select $5 - (select count(*) from org.staff s where %1$s%2$s and not s.is_enabled)'
        || ' - (select count(*) from org.staff s where %1$s%2$s and s.staff_source = 2 and s.is_enabled)', base, belongs)
      into known_total using wanted_company, departments, scoped, own, people, skipped, wanted, known_total, beside;
    elsif (enabled and source is null) or (enabled is null and source = 1) then
      execute format('select $5 - count(*) from org.staff s where %s%s and %s', base, belongs,
        case when enabled then 'not s.is_enabled' else 's.staff_source = 2' end)
      into known_total using wanted_company, departments, scoped, own, people, skipped, wanted, known_total, beside;
    end if;
  end if;
  fits := fits || more;

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
            select s.id, s.department_id, s.name, s.job_number, s.login_key, s.phone, s.email_key, s.is_enabled, s.staff_source,
              s.post_id, s.rank_id, s.entry_date
            from org.staff s where %s order by s.id desc limit $8
          ) s
          where true%s%s
          order by s.id desc
          offset $6 limit $7
        )', base, belongs, fits)
      into found
      using wanted_company, departments, scoped, own, keyword, skipped, wanted, least(hits, people), beside, posts, ranks, labels, entry_from, entry_to;
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
  using wanted_company, departments, scoped, own, keyword, skipped, wanted, known_total, beside, posts, ranks, labels, entry_from, entry_to;
end
$$;
alter function org.find_staff(uuid,jsonb,bigint,integer,bigint) owner to kaopei_search;
revoke all on function org.find_staff(uuid,jsonb,bigint,integer,bigint) from public;
grant execute on function org.find_staff(uuid,jsonb,bigint,integer,bigint) to kaopei_app;
