-- Rehearsals keep clear of the exams of every company: read by exam.nearest_sitting, which names another company's exam to nobody.
create policy sweep on exam.exam for select to kaopei_search using (true);
grant select (company_id, id, name, status, removed_at, admission_start_at, admission_end_at) on exam.exam to kaopei_search;
create index exam_by_opening on exam.exam (admission_start_at) where status = 1 and removed_at is null;
