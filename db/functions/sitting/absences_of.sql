-- version 1
-- How often the exam's window was left. Less than a second is no absence, and two with less than a second between them are one (a client's
-- clock says so; an absence without its times counts by itself). Choosing a picture is none for a minute, where the paper asks for one.
create or replace function sitting.absences_of(given_company uuid, given_attempt uuid)
returns integer
language sql
stable
as $$
  select count(*)::integer
  from (
    select e.client_time - e.away as began,
      lag(e.client_time) over (order by e.lease_epoch, e.client_seq) as last_end
    from (
      select v.type, v.lease_epoch, v.client_seq, v.client_time,
        make_interval(secs => (v.data ->> 'durationMs')::numeric::double precision / 1000) as away
      from sitting.attempt_event v
      where v.company_id = given_company
        and v.attempt_id = given_attempt
        and v.type in ('leave', 'pickFile')
        and v.data -> 'isExempt' is null
    ) e
    where (e.away < interval '1 second') is not true
      and (
        e.type = 'leave'
        or e.away > interval '60 seconds'
        or not exists (
          select from sitting.attempt_item i
          where i.company_id = given_company and i.attempt_id = given_attempt and i.type = 6
        )
      )
  ) a
  where (a.began >= a.last_end and a.began < a.last_end + interval '1 second') is not true
$$;
grant execute on function sitting.absences_of(uuid,uuid) to kaopei_app;
