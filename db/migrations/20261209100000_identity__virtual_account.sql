-- Accounts of virtual candidates (rehearsals): of no person, without password, roles or rights. They live as long as their run.
alter table identity.account
  add column is_virtual boolean not null default false,
  add constraint account_virtual_has_no_login check (not is_virtual or password_hash is null);
