-- version 1
-- The ids of a JSON list; null for none, so that an empty list is no filter.
create or replace function org.ids_of(list jsonb) returns uuid[]
language sql immutable parallel safe as $$
  select array_agg(value::uuid) from jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list end)
$$;
