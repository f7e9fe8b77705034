-- What a room has for its people, and when it is open; nothing written: always.
alter table venue.room add column equipment text[] not null default '{}', add column opening_hours text not null default '';
comment on column venue.room.opening_hours is 'As contract/rules/opening.ts writes it; empty: always open.';
