-- Photos that holders send of themselves: asked for, waiting for somebody who looks, or sent back with a reason. Certificates use portraits alone.
create table certificate.portrait_offer (
  company_id uuid not null,
  staff_id uuid not null,
  -- 0 asked for, 1 waits, 2 sent back
  state smallint not null check (state in (0, 1, 2)),
  file_id uuid,
  reason text not null default '',
  -- who asked or decided last
  by_id uuid,
  at timestamptz not null,
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references org.staff (company_id, id),
  check ((state = 1) = (file_id is not null)),
  check ((state = 2) = (reason <> ''))
);
comment on table certificate.portrait_offer is 'A photo that somebody has sent of themselves for their certificates, or was asked for.';
call kit.protect_company_table('certificate.portrait_offer');
create index portrait_offer_waiting on certificate.portrait_offer (company_id, at) where state = 1;
