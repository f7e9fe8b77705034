-- What an exam is for: an exam of its own, or a part of something larger that a room above made it for.
alter table exam.exam add column purpose smallint not null default 0 check (purpose in (0, 1));
comment on column exam.exam.purpose is '0: an exam of its own; 1: a part of a post assessment, in no list, report or quota of exams';

-- Exams of their own: every list, picker, report and quota reads these. A column that comes to exam.exam later comes here with it.
create view exam.listed with (security_invoker = true) as
  select * from exam.exam where purpose = 0;
comment on view exam.listed is 'Door: exams of their own, what lists, pickers, reports and quotas know. Protections read exam.exam.';
grant select on exam.listed to kaopei_app;
