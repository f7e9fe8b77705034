-- Devices on which a link with a limit has been opened. Each has a key of its own, which the server makes; only its hash is kept.
create table share.token_device (
  company_id uuid not null,
  token_id uuid not null,
  key_hash text not null,
  user_agent text not null default '',
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (company_id, token_id, key_hash),
  foreign key (company_id, token_id) references share.token (company_id, id) on delete cascade
);
call kit.protect_company_table('share.token_device');
