-- A signed call acts once. The answer of a call in a session is kept under its signature too; where none can be kept (nobody signed in,
-- files) the signature alone is.
alter table kit.idempotency add column signature text;
create unique index idempotency_by_signature on kit.idempotency (company_id, actor_id, signature) where signature is not null;

-- Not of a company: of a public call none is known yet. A row is only of use while its signature would still be accepted.
create table kit.used_signature (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_signature_by_expiry on kit.used_signature (expires_at);
grant select, insert, delete on kit.used_signature to kaopei_app;
