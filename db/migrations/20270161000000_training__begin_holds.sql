-- Nothing opens before a project begins: what waited as open in one that has not begun yet opens then.
update training.enrolment e
set next_since = greatest(e.next_since, p.begin_at)
from training.project p
where p.company_id = e.company_id
  and p.id = e.project_id
  and p.status in (1, 2)
  and p.begin_at > now()
  and e.begun_at is null
  and e.next_since is not null;
