-- Overdue asks for every task that is owed, not only for the one that is next.
alter table training.enrolment add column owed_due_at timestamptz;
comment on column training.enrolment.owed_due_at is 'The earliest date of all required tasks that are not done, open or not; null: none of them has one.';
-- Until it is derived anew, at the latest by the next night's recount.
update training.enrolment e set owed_due_at = e.next_due_at where e.next_due_at is not null;
