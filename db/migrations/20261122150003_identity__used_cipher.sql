-- Encrypted passwords that have let somebody in: the same text lets nobody in again, on whatever server. Honest clients encrypt anew each time, and never
-- meet themselves here. What carries its time inside is over with that; anything else is kept as long as it would open something.
create table identity.used_cipher (
  company_id uuid not null references platform.company (id),
  hash bytea not null,
  expires_at timestamptz,
  primary key (company_id, hash)
);
create index used_cipher_by_end on identity.used_cipher (company_id, expires_at) where expires_at is not null;
call kit.protect_company_table('identity.used_cipher');
