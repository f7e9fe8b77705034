-- How far a large import has come. Written with each part of its people, so that an import whose worker was killed goes on where it was.
create table org.staff_import (
  company_id uuid not null references platform.company (id),
  job_id uuid not null,
  -- rows of the file, in its order, that are done with
  done_rows integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  same_count integer not null default 0,
  skipped_count integer not null default 0,
  created_department_count integer not null default 0,
  primary key (company_id, job_id)
);
call kit.protect_company_table('org.staff_import');

-- Rows that what was there refused; what is wrong within the file is found anew by reading it.
create table org.staff_import_refusal (
  company_id uuid not null,
  job_id uuid not null,
  row_number integer not null,
  problems text[] not null,
  primary key (company_id, job_id, row_number),
  foreign key (company_id, job_id) references org.staff_import (company_id, job_id) on delete cascade
);
call kit.protect_company_table('org.staff_import_refusal');
