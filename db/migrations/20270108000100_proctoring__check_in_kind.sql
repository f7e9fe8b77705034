-- Kind 6 is the photograph of the check-in. Attempts that have no days agreed for it keep it among their photographs, as their candidates were told.
alter table proctoring.deletion drop constraint deletion_kind_check;
alter table proctoring.deletion add constraint deletion_kind_check check (kind between 0 and 6);
alter table proctoring.deleting drop constraint deleting_kind_check;
alter table proctoring.deleting add constraint deleting_kind_check check (kind between 1 and 6);
grant select (number) on proctoring.piece to kaopei_search;
