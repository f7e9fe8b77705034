-- version 1
-- The pieces of a line of fields. E'\x01' stands before a field that is also found by its first one or two ASCII characters, E'\x02' before others.
-- A loop, because a query with generate_series is planned anew for each row: 18 microseconds instead of 200.
create or replace function org.pieces_of(line text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  pieces bigint[] := '{}';
  piece text;
  first text;
  last integer := length(line);
begin
  for n in 1..last loop
    piece := substr(line, n, 3);
    if octet_length(piece) = 3 and n <= last - 2 then
      pieces := pieces || hashtextextended(piece, seed);
      if starts_with(piece, E'\x01') then
        pieces := pieces || hashtextextended(left(piece, 2), seed);
      end if;
    else
      first := left(piece, 2);
      if octet_length(first) > length(first) then
        pieces := pieces || hashtextextended(first, seed);
        first := left(first, 1);
        if octet_length(first) > 1 then
          pieces := pieces || hashtextextended(first, seed);
        end if;
      end if;
    end if;
  end loop;
  return pieces;
end
$$;
