-- An employee who has left teaches no more: for whoever names an instructor anew they are as removed.
create or replace view instructor.card with (security_invoker = true) as
select i.company_id, i.id, i.origin, i.staff_id, coalesce(p.name, i.name) as name, i.level, i.institution, i.is_enabled,
  (i.removed_at is not null or p.removed_at is not null) as is_removed
from instructor.instructor i
left join org.person p on p.company_id = i.company_id and p.id = i.staff_id;
