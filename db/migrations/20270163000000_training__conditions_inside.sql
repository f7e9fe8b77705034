-- Conditions that name a task of elsewhere have held nobody up and are refused now: nobody has to find them before anything else can be changed.
update training.stage s
set conditions = coalesce(
  (
    select jsonb_agg(x.one order by x.place)
    from jsonb_array_elements(s.conditions) with ordinality as x (one, place)
    where x.one ->> 'kind' <> 'passed'
      or exists (
        select from training.task k where k.company_id = s.company_id and k.project_id = s.project_id and k.removed_at is null and k.id = (x.one ->> 'taskId')::uuid
      )
  ),
  '[]'
)
where exists (
  select from jsonb_array_elements(s.conditions) as x (one)
  where x.one ->> 'kind' = 'passed'
    and not exists (select from training.task k where k.company_id = s.company_id and k.project_id = s.project_id and k.removed_at is null and k.id = (x.one ->> 'taskId')::uuid)
);

update training.task t
set conditions = coalesce(
  (
    select jsonb_agg(x.one order by x.place)
    from jsonb_array_elements(t.conditions) with ordinality as x (one, place)
    where x.one ->> 'kind' <> 'passed'
      or exists (
        select from training.task k where k.company_id = t.company_id and k.project_id = t.project_id and k.removed_at is null and k.id = (x.one ->> 'taskId')::uuid
      )
  ),
  '[]'
)
where t.removed_at is null and exists (
  select from jsonb_array_elements(t.conditions) as x (one)
  where x.one ->> 'kind' = 'passed'
    and not exists (select from training.task k where k.company_id = t.company_id and k.project_id = t.project_id and k.removed_at is null and k.id = (x.one ->> 'taskId')::uuid)
);
