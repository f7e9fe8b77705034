-- version 1
-- Door: from where each person's newest attempt of an owner was last heard of, or begun. Nothing where that is no address.
create or replace function sitting.addresses_of(given_company uuid, given_owner uuid)
returns table(staff_id uuid, address inet)
language sql
stable
as $$
  select n.staff_id, case when n.ip ~ '^[0-9.]+$|^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$' then n.ip::inet end
  from (
    select distinct on (a.staff_id) a.staff_id, regexp_replace(coalesce(p.ip, a.ip), '^::ffff:(?=[0-9.]+$)', '') as ip
    from sitting.attempt a
    left join sitting.presence p on p.company_id = a.company_id and p.attempt_id = a.id
    where a.company_id = given_company and a.owner_id = given_owner
    order by a.staff_id, a.number desc
  ) n
$$;
grant execute on function sitting.addresses_of(uuid,uuid) to kaopei_app;
