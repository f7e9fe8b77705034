-- Who has learnt lately, over all companies: for the check of each night.
create policy sweep on course.learner_clock for select to kaopei_search using (true);
create policy sweep on course.task_event for select to kaopei_search using (true);
grant usage on schema course to kaopei_search;
grant select (company_id, last_at) on course.learner_clock to kaopei_search;
grant select (company_id, at) on course.task_event to kaopei_search;
create index task_event_latest on course.task_event (at);
