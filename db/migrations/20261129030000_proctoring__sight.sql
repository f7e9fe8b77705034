-- Who saw which film or picture, told by the bytes that were fetched.
create table proctoring.sight (
  company_id uuid not null,
  attempt_id uuid not null,
  staff_id uuid not null,
  -- of the object: source, kind and number
  name text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count integer not null default 1,
  primary key (company_id, attempt_id, staff_id, name),
  foreign key (company_id, attempt_id) references proctoring.watch (company_id, attempt_id)
);
comment on table proctoring.sight is 'Every fetch of a film, a piece or a picture: by whom, when first and last, how often.';
call kit.protect_company_table('proctoring.sight', 'select, insert, update');
