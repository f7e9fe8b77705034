-- Exemptions are few among millions of events: the overview of a project counts them.
create index task_event_exempted on training.task_event (company_id, project_id, task_id, staff_id) where kind in ('exempted', 'unexempted');
