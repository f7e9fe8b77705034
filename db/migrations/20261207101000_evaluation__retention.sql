-- What was begun and never became a result is kept no longer than one: the sweep looks for such sittings of every company.
create policy sweep on evaluation.scale for select to kaopei_search using (true);
grant select (company_id, id, retention_months) on evaluation.scale to kaopei_search;
create index sitting_begun on evaluation.sitting (started_at) where submitted_at is null;
create index appointment_closed on evaluation.appointment (closed_at) where closed_at is not null;
