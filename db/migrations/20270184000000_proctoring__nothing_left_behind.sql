-- A file of an appeal that has gone leaves its name, size and number; its object goes as every other does.
alter table proctoring.appeal_file drop constraint appeal_file_company_id_file_id_fkey;
-- What was uploaded for an appeal or cut from a film and never handed in has no days of its own: it goes as such uploads go from now on.
update files.object o
set expires_at = now() + interval '1 day'
where o.purpose = 'appeal'
  and o.state = 1
  and o.expires_at is null
  and not exists (select from proctoring.appeal_file f where f.company_id = o.company_id and f.file_id = o.id);

alter table proctoring.frame add column shown_at timestamptz;
comment on column proctoring.frame.shown_at is 'The moment of the exam that it shows; null: cut before this was kept.';
create policy sweep on proctoring.frame for select to kaopei_search using (true);
grant select (company_id, attempt_id, source) on proctoring.frame to kaopei_search;

alter table proctoring.look drop constraint look_what_check;
alter table proctoring.look add constraint look_what_check check (what in ('recording', 'replay', 'pack'));

grant select (appeal_until) on proctoring.verdict to kaopei_search;
create index rebuilding_by_time on proctoring.rebuilding (company_id, at);
