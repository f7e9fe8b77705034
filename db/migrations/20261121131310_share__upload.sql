-- What came in through an upload link: by which token, and who said they were.
create table share.upload_file (
  company_id uuid not null,
  token_id uuid not null,
  file_id uuid not null,
  sender text not null default '',
  uploaded_at timestamptz not null default now(),
  primary key (company_id, token_id, file_id),
  foreign key (company_id, token_id) references share.token (company_id, id),
  foreign key (company_id, file_id) references files.object (company_id, id) on delete cascade
);
create index upload_file_by_file on share.upload_file (company_id, file_id);
create index token_by_kind on share.token (company_id, kind, id desc);
call kit.protect_company_table('share.upload_file', 'select, insert');
-- taken away only together with the file itself
grant delete on share.upload_file to kaopei_app;
