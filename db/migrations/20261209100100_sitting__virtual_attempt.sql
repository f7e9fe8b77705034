-- Attempts of virtual candidates (owner kind rehearsal) are of nobody in the company: a trigger asks for the person of every other.
alter table sitting.attempt drop constraint attempt_company_id_staff_id_fkey;

-- What is kept for evidence may be deleted of a rehearsal, and of nothing else.
create policy rehearsal_only on sitting.answer_revision as restrictive for delete to kaopei_app using (exists (
  select from sitting.attempt a
  where a.company_id = answer_revision.company_id and a.id = answer_revision.attempt_id and a.owner_kind = 'rehearsal'));
create policy rehearsal_only on sitting.attempt_event as restrictive for delete to kaopei_app using (exists (
  select from sitting.attempt a
  where a.company_id = attempt_event.company_id and a.id = attempt_event.attempt_id and a.owner_kind = 'rehearsal'));
grant delete on sitting.answer_revision, sitting.attempt_event to kaopei_app;
