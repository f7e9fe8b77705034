-- What a candidate lays before whoever decides their appeal: pictures and documents of the files room.
create table proctoring.appeal_file (
  company_id uuid not null references platform.company (id),
  attempt_id uuid not null,
  number integer not null,
  file_id uuid not null,
  position integer not null check (position > 0),
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (company_id, attempt_id, number, file_id),
  foreign key (company_id, attempt_id, number) references proctoring.verdict (company_id, attempt_id, number),
  foreign key (company_id, file_id) references files.object (company_id, id)
);
call kit.protect_company_table('proctoring.appeal_file', 'select, insert');
comment on table proctoring.appeal_file is 'Files that came with an appeal, by the step of the case that they belong to.';
