-- What people say of themselves and what a 360° says of them are two kinds of figure: each has a norm of its own. One that was made of both compares with
-- neither: it stays for the reports that name it, as mode 0.
alter table evaluation.norm add column mode smallint not null default 1 check (mode between 0 and 2);

update evaluation.norm n
set mode = f.mode
from (
  select r.company_id, r.scale_version_id, case count(distinct a.mode) when 1 then min(a.mode) else 0 end as mode
  from evaluation.result r
  join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id
  group by r.company_id, r.scale_version_id
) f
where f.company_id = n.company_id and f.scale_version_id = n.scale_version_id;

alter table evaluation.norm alter column mode drop default;
