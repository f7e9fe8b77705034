-- Exam rooms and their seats.
create schema venue;
grant usage on schema venue to kaopei_app;

create table venue.room (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  name text not null check (name <> ''),
  campus text not null default '',
  building text not null default '',
  number text not null default '',
  -- 1 in use, 0 closed
  status smallint not null default 1 check (status in (0, 1)),
  -- networks of its computers, as 10.1.2.0/24
  address_ranges text[] not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  constraint room_name_unique unique (company_id, name)
);
comment on table venue.room is 'Exam rooms; the newest of its seat maps is the one that counts.';
call kit.protect_company_table('venue.room');

create table venue.seat_map (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  room_id uuid not null,
  number integer not null check (number > 0),
  -- rows from the front to the back, each with its seats: contract/rules/seat-map.ts
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  -- spacings by name
  layouts jsonb not null check (jsonb_typeof(layouts) = 'array'),
  seat_count integer not null check (seat_count >= 0),
  -- what its first layout seats
  capacity integer not null check (capacity between 0 and seat_count),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint seat_map_number_unique unique (company_id, room_id, number),
  foreign key (company_id, room_id) references venue.room (company_id, id) on delete cascade
);
comment on table venue.seat_map is 'Versions of the rows and seats of a room: never changed, so that whoever was seated by one keeps it.';
call kit.protect_company_table('venue.seat_map', 'select, insert');
