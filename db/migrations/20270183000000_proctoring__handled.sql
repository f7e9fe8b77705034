-- The hall puts first what nobody has dealt with yet: an invigilator says of a candidate's absences that they have.
create table proctoring.handled (
  company_id uuid not null,
  attempt_id uuid not null,
  -- as the server counted them at that moment: one more is another matter
  absences integer not null check (absences >= 0),
  is_over_limit boolean not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, attempt_id),
  foreign key (company_id, attempt_id) references sitting.attempt (company_id, id) on delete cascade
);
comment on table proctoring.handled is 'Absences of attempts that an invigilator has dealt with, as many as there were then; the hall puts them first no more.';
call kit.protect_company_table('proctoring.handled');
