-- version 1
-- Which kind of recording (exam's recordingKind) a piece is of; of attempts without days of its own the photograph of the check-in is one like the others.
create or replace function proctoring.recording_kind(given_source smallint, given_kind text, given_number integer, agreed jsonb)
returns integer
language sql
immutable
as $$
  select case
    when given_source = 1 then case when given_kind = 'film' then 1 else 3 end
    when given_kind = 'film' then 2
    when given_source = 2 and given_number = 1 and jsonb_exists(agreed, '6') then 6
    else 4
  end
$$;
grant execute on function proctoring.recording_kind(smallint,text,integer,jsonb) to kaopei_app, kaopei_search;
