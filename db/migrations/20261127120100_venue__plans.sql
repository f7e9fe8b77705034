-- Who sits where: of an owner (an exam today) the rooms in their order, and everybody's place.
create table venue.plan (
  company_id uuid not null references platform.company (id),
  id uuid not null default kit.new_id(),
  owner_kind text not null check (owner_kind <> ''),
  owner_id uuid not null,
  is_even boolean not null default false,
  -- of the last distribution: what it was drawn with, and how many pairs of neighbours of one group it left
  seed text,
  conflict_count integer check (conflict_count >= 0),
  distributed_at timestamptz,
  -- ticket numbers that were given
  ticket_count integer not null default 0,
  version integer not null default 1,
  primary key (company_id, id),
  constraint plan_owner_unique unique (company_id, owner_kind, owner_id)
);
comment on table venue.plan is 'How the people of an owner are seated.';
call kit.protect_company_table('venue.plan');

create table venue.plan_room (
  company_id uuid not null,
  plan_id uuid not null,
  room_id uuid not null,
  seat_map_id uuid not null,
  layout_name text not null check (layout_name <> ''),
  sort integer not null check (sort > 0),
  primary key (company_id, plan_id, room_id),
  foreign key (company_id, plan_id) references venue.plan (company_id, id) on delete cascade,
  foreign key (company_id, room_id) references venue.room (company_id, id),
  foreign key (company_id, seat_map_id) references venue.seat_map (company_id, id)
);
create index plan_room_by_room on venue.plan_room (company_id, room_id);
comment on table venue.plan_room is 'Rooms of a plan in their order, each with the version of its map by which people are seated there.';
call kit.protect_company_table('venue.plan_room');

create table venue.place (
  company_id uuid not null,
  plan_id uuid not null,
  staff_id uuid not null,
  -- null: not seated yet
  room_id uuid,
  seat text check (seat <> ''),
  needs_accessible boolean not null default false,
  -- by hand: no distribution moves them
  is_fixed boolean not null default false,
  -- stays when the seat changes
  ticket_number text check (ticket_number <> ''),
  -- 128 bits in base64url: what the ticket's QR says
  code text check (code ~ '^[0-9A-Za-z_-]{22}$'),
  -- 0 expected, 1 arrived, 2 verified, 3 seated, 4 refused
  state smallint not null default 0 check (state between 0 and 4),
  -- where they really sit, when that is not their seat
  real_seat text check (real_seat <> ''),
  primary key (company_id, plan_id, staff_id),
  -- Two people on one seat; one person in two rooms the key forbids. Deferred: a distribution changes many at once.
  constraint place_seat_unique unique (company_id, plan_id, room_id, seat) deferrable,
  constraint place_ticket_unique unique (company_id, plan_id, ticket_number),
  constraint place_code_unique unique (company_id, code),
  foreign key (company_id, plan_id, room_id) references venue.plan_room (company_id, plan_id, room_id),
  foreign key (company_id, plan_id) references venue.plan (company_id, id) on delete cascade,
  check ((room_id is null) = (seat is null))
);
create index place_by_staff on venue.place (company_id, staff_id);
comment on table venue.place is 'The room and seat of a person by a plan, and how far their signing in has come.';
call kit.protect_company_table('venue.place');

create table venue.check_in (
  company_id uuid not null,
  id uuid not null default kit.new_id(),
  plan_id uuid not null,
  staff_id uuid not null,
  act text not null check (act in ('arrived', 'verified', 'seated', 'refused', 'undone')),
  way text not null check (way in ('list', 'qr')),
  reason text not null default '',
  seat text,
  by uuid,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plan_id, staff_id) references venue.place (company_id, plan_id, staff_id) on delete cascade
);
create index check_in_of_place on venue.check_in (company_id, plan_id, staff_id, id);
comment on table venue.check_in is 'Each step of somebody signing in, by whom; the place has what it came to.';
call kit.protect_company_table('venue.check_in', 'select, insert');
