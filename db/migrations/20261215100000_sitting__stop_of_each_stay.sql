-- Whoever leaves the scope of an incident and comes back into it has a row for each stay; in one at a time.
drop index sitting.attempt_pause_of_incident;
create unique index attempt_pause_of_stay on sitting.attempt_pause (company_id, attempt_id, source_id) where source = 'incident' and until_at is null;
create index attempt_pause_of_incident on sitting.attempt_pause (company_id, source_id, attempt_id) where source = 'incident';
