-- What the nightly rebuilding finds is listed for whoever answers for an exam: its rows know whose attempt of which exam they are of.
alter table proctoring.rebuilding
  add column exam_id uuid,
  add column staff_id uuid,
  add column title text not null default '',
  add column submitted_at timestamptz;

update proctoring.rebuilding r
set exam_id = a.owner_id, staff_id = a.staff_id, title = a.title, submitted_at = a.submitted_at
from sitting.attempt a
where a.company_id = r.company_id and a.id = r.attempt_id;

alter table proctoring.rebuilding
  alter column exam_id set not null,
  alter column staff_id set not null;

create index rebuilding_differing on proctoring.rebuilding (company_id, at) where differences <> '[]'::jsonb;
