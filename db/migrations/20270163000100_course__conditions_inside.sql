-- As of projects.
update course.chapter c
set conditions = coalesce(
  (
    select jsonb_agg(x.one order by x.place)
    from jsonb_array_elements(c.conditions) with ordinality as x (one, place)
    where x.one ->> 'kind' <> 'passed'
      or exists (
        select from course.task k where k.company_id = c.company_id and k.version_id = c.version_id and k.id = (x.one ->> 'taskId')::uuid
      )
  ),
  '[]'
)
where exists (
  select from jsonb_array_elements(c.conditions) as x (one)
  where x.one ->> 'kind' = 'passed'
    and not exists (select from course.task k where k.company_id = c.company_id and k.version_id = c.version_id and k.id = (x.one ->> 'taskId')::uuid)
);

update course.task t
set conditions = coalesce(
  (
    select jsonb_agg(x.one order by x.place)
    from jsonb_array_elements(t.conditions) with ordinality as x (one, place)
    where x.one ->> 'kind' <> 'passed'
      or exists (
        select from course.task k where k.company_id = t.company_id and k.version_id = t.version_id and k.id = (x.one ->> 'taskId')::uuid
      )
  ),
  '[]'
)
where exists (
  select from jsonb_array_elements(t.conditions) as x (one)
  where x.one ->> 'kind' = 'passed'
    and not exists (select from course.task k where k.company_id = t.company_id and k.version_id = t.version_id and k.id = (x.one ->> 'taskId')::uuid)
);
