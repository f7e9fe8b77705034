-- Files that candidates lay before whoever decides an appeal go when their days are over, as recordings do.
alter table exam.recording_days
  add column appeal smallint not null default 180 check (appeal between 7 and 1095);
alter table proctoring.appeal_file add column deleted_at timestamptz;
grant update (deleted_at) on proctoring.appeal_file to kaopei_app;
create index appeal_file_there on proctoring.appeal_file (company_id, attempt_id) where deleted_at is null;

create table proctoring.appeal_deletion (
  company_id uuid not null,
  attempt_id uuid not null,
  at timestamptz not null,
  kept_days integer not null check (kept_days > 0),
  file_count integer not null check (file_count > 0),
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (company_id, attempt_id, at)
);
comment on table proctoring.appeal_deletion is 'What is certified of files of appeals that have gone.';
call kit.protect_company_table('proctoring.appeal_deletion', 'select, insert');

create policy sweep on proctoring.appeal_file for select to kaopei_search using (true);
grant select (company_id, attempt_id, deleted_at) on proctoring.appeal_file to kaopei_search;
create policy sweep on proctoring.verdict for select to kaopei_search using (true);
grant select (company_id, attempt_id, number, state, at) on proctoring.verdict to kaopei_search;
