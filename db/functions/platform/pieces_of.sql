-- version 1
-- Whatever contains a word has all pieces of it. A loop, because a query with generate_series is planned anew for each row.
create or replace function platform.pieces_of(line text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := string_to_array(line, null);
  pieces bigint[] := '{}';
  two text;
begin
  for n in 1..cardinality(letters) - 1 loop
    two := letters[n] || letters[n + 1];
    if octet_length(two) > 2 then
      pieces := pieces || hashtextextended(two, seed);
    elsif octet_length(letters[n + 2]) = 1 then
      pieces := pieces || hashtextextended(two || letters[n + 2], seed);
    end if;
  end loop;
  return pieces;
end
$$;
