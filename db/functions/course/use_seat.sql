-- version 1
-- Uses a seat of a bought course that was reserved, and writes it into the ledger.
create or replace function course.use_seat(given_company uuid, given_licence uuid, given_staff uuid, given_now timestamp with time zone) returns void
language sql
as $$
  with used as (
    update course.seat s
    set state = 2, used_at = given_now
    where s.company_id = given_company and s.licence_id = given_licence and s.staff_id = given_staff and s.state = 1
    returning s.staff_id
  )
  insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
  select given_company, given_licence, u.staff_id, 'used', u.staff_id, given_now
  from used u;
$$;
grant execute on function course.use_seat(uuid,uuid,uuid,timestamp with time zone) to kaopei_app;
