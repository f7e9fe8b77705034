-- Certificates of evaluations: what a result has to say, and grounds that go with one. Courses and projects are earned anew with each completion.
alter table certificate.issue_rule
  -- of evaluations: contract/conditions.ts; all of them have to hold
  add column conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array'),
  add check (kind = 'evaluation' or conditions = '[]');
alter table certificate.proposal drop constraint proposal_cause_check;
alter table certificate.proposal
  add constraint proposal_cause_check
  check (cause in ('withdrawn', 'voided', 'failed', 'reopened', 'resultVoided', 'resultErased'));

-- A trigger names the completion that it was: one that was taken back and comes again is another.
update certificate.certificate c
set trigger = c.trigger || ':' || floor(extract(epoch from e.completed_at) * 1000)::bigint
from course.enrolment e
where e.company_id = c.company_id and e.course_id = c.source_id and e.staff_id = c.staff_id and e.completed_at is not null
  and c.trigger = 'course:' || c.source_id;
update certificate.certificate c
set trigger = c.trigger || ':' || floor(extract(epoch from e.completed_at) * 1000)::bigint
from training.enrolment e
where e.company_id = c.company_id and e.project_id = c.source_id and e.staff_id = c.staff_id and e.completed_at is not null
  and c.trigger = 'project:' || c.source_id;
