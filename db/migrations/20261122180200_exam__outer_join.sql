-- Who came in by which link. A row stays when its person is taken off the list: nobody comes back by a link after that.
create table exam.outer_join (
  company_id uuid not null references platform.company (id),
  exam_id uuid not null,
  staff_id uuid not null,
  token_id uuid not null,
  joined_at timestamptz not null,
  primary key (company_id, exam_id, staff_id),
  foreign key (company_id, exam_id) references exam.exam (company_id, id),
  foreign key (company_id, staff_id) references org.staff (company_id, id),
  foreign key (company_id, token_id) references share.token (company_id, id)
);
create index outer_join_by_token on exam.outer_join (company_id, token_id);
call kit.protect_company_table('exam.outer_join');
