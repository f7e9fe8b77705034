-- Safe Exam Browser for an exam: whether it is required, the configuration that we make with its key, pasted configuration keys and browser exam keys.
create table exam.safe_browser (
  company_id uuid not null,
  exam_id uuid not null,
  is_required boolean not null,
  config jsonb,
  config_key text,
  pasted_keys text[] not null default '{}',
  browser_keys text[] not null default '{}',
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (company_id, exam_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade,
  constraint safe_browser_key_check check (config_key ~ '^[0-9a-f]{64}$'),
  constraint safe_browser_config_check check ((config is null) = (config_key is null))
);
call kit.protect_company_table('exam.safe_browser', 'select, insert, update, delete');
comment on table exam.safe_browser is 'Exams that are sat in Safe Exam Browser, with the keys that it has to show';

-- Numbers used once, in the address of the page that reads the keys of browsers which send no headers.
create table exam.safe_nonce (
  company_id uuid not null,
  nonce text not null,
  exam_id uuid not null,
  staff_id uuid not null,
  session_id uuid not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, nonce),
  foreign key (company_id, exam_id) references exam.exam (company_id, id) on delete cascade
);
create index safe_nonce_of_person on exam.safe_nonce (company_id, staff_id, exam_id);
call kit.protect_company_table('exam.safe_nonce', 'select, insert, update, delete');
comment on table exam.safe_nonce is 'Numbers used once with which a Safe Exam Browser without headers shows its keys';
