-- Seats that the distribution leaves free in each room: for whoever comes late or has to move.
alter table venue.plan add column reserve_percent smallint not null default 0 check (reserve_percent between 0 and 50);
comment on column venue.plan.reserve_percent is 'Of the seats of each room, in hundredths; by hand they are given all the same.';
