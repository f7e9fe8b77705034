-- version 3
-- Of each company: people whose face is on a camera's film or photograph, or on a frame cut from one, that is still there.
create or replace function proctoring.filmed_people()
returns table(company_id uuid, people integer)
language sql
stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select w.company_id, count(distinct w.staff_id)::integer
  from proctoring.watch w
  where not w.is_gone
    and (exists (
      select from proctoring.piece p
      where p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at and p.source in (2, 3)
        and not exists (
          select from proctoring.deletion d
          where d.company_id = w.company_id and d.attempt_id = w.attempt_id
            and d.kind in (0, proctoring.recording_kind(p.source, p.kind, p.number, w.kept_days))
        )
    ) or exists (
      select from proctoring.frame f
      where f.company_id = w.company_id and f.attempt_id = w.attempt_id and f.source in (2, 3)
        and not exists (
          select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id and d.kind in (0, 5)
        )
    ))
  group by w.company_id
$$;
alter function proctoring.filmed_people() owner to kaopei_search;
revoke all on function proctoring.filmed_people() from public;
grant execute on function proctoring.filmed_people() to kaopei_app;
