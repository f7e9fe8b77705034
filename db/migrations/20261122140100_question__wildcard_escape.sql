-- Patterns of blanks can say * ? and \ themselves now, behind a backslash. What was written before meant its backslashes as they stand.
alter table question.question_version no force row level security;
update question.question_version v
set content = jsonb_set(v.content, '{blanks}', (
  select jsonb_agg(
    case when b.blank ->> 'match' = 'wildcard'
      then jsonb_set(b.blank, '{alternatives}', (
        select coalesce(jsonb_agg(jsonb_set(a.one, '{text}', to_jsonb(replace(a.one ->> 'text', '\', '\\'))) order by a.place), '[]')
        from jsonb_array_elements(b.blank -> 'alternatives') with ordinality as a (one, place)
      ))
      else b.blank
    end
    order by b.place
  )
  from jsonb_array_elements(v.content -> 'blanks') with ordinality as b (blank, place)
)),
  -- The checksum of what was written no longer fits: the next save writes whatever it is given.
  checksum = ''
where v.content ->> 'type' = '4'
  and exists (
    select
    from jsonb_array_elements(v.content -> 'blanks') as b (blank)
    cross join jsonb_array_elements(b.blank -> 'alternatives') as a (one)
    where b.blank ->> 'match' = 'wildcard' and strpos(a.one ->> 'text', '\') > 0
  );
alter table question.question_version force row level security;
