-- Exemptions and scores are kept of archived projects too: what counted as done is told from what was done.
alter table training.archive_person
  add column exempted smallint[] not null default '{}',
  add column scores jsonb not null default '{}';
comment on column training.archive_person.exempted is 'Slots of the tasks that somebody was exempted from.';
comment on column training.archive_person.scores is 'Hundredths of points by slot; of an original and what makes up for it the better.';

with told as (
  select v.company_id, v.project_id, v.staff_id, v.task_id,
    (array_agg(v.kind order by v.at desc, v.id desc) filter (where v.kind in ('exempted', 'unexempted')))[1] = 'exempted' as is_exempted,
    (array_agg(v.score_hundredths order by v.at desc, v.id desc) filter (where v.kind in ('done', 'undone')))[1] as score
  from training.task_event v
  join training.archive a on a.company_id = v.company_id and a.project_id = v.project_id
  group by v.company_id, v.project_id, v.staff_id, v.task_id
),
counted as (
  select n.company_id, n.project_id, n.staff_id, n.task_id, n.is_exempted, n.score from told n
  union all
  select n.company_id, n.project_id, n.staff_id, m.makes_up_task_id, false, n.score
  from told n
  join training.task m on m.company_id = n.company_id and m.id = n.task_id and m.removed_at is null and m.makes_up_task_id is not null
  where not m.is_for_chosen
    or exists (select from training.task_person c where c.company_id = m.company_id and c.task_id = m.id and c.staff_id = n.staff_id)
),
kept as (
  select k.company_id, k.project_id, k.staff_id, array_agg(k.slot order by k.slot) filter (where k.is_exempted) as exempted,
    jsonb_object_agg(k.slot, k.score) filter (where k.score is not null) as scores
  from (
    select n.company_id, n.project_id, n.staff_id, t.slot, bool_or(n.is_exempted) as is_exempted, max(n.score) as score
    from counted n
    join training.task t on t.company_id = n.company_id and t.project_id = n.project_id and t.id = n.task_id and t.removed_at is null
    group by n.company_id, n.project_id, n.staff_id, t.slot
  ) k
  group by k.company_id, k.project_id, k.staff_id
)
update training.archive_person p
set exempted = coalesce(k.exempted, '{}'), scores = coalesce(k.scores, '{}')
from kept k
where k.company_id = p.company_id and k.project_id = p.project_id and k.staff_id = p.staff_id;
