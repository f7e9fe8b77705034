-- Whoever comes on the list is chosen, unless a task says that it brought them.
alter table practice.participant alter column is_chosen set default true;
