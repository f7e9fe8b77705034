-- What SMS suppliers want besides the text: the values in the order of the words, an approved signature. And what they answer: their number.
alter table messaging.outbox
  add column params jsonb not null default '[]',
  add column signature text not null default '',
  add column supplier_id text;
