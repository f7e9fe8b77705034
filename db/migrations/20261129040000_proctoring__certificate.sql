-- What a deletion certifies beside its counts: composed films, and the chain of everything that was recorded.
alter table proctoring.deletion
  add column film_count integer not null default 0,
  -- hex; null: deleted before the chain was kept
  add column chain_head text check (chain_head ~ '^[0-9a-f]{64}$');
