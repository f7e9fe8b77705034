-- version 1
-- The pieces that a person with `keyword` in a field must have. Lower case expected.
create or replace function org.pieces_of_keyword(keyword text, seed bigint) returns bigint[]
language plpgsql immutable parallel safe strict as $$
declare
  pieces bigint[] := '{}';
  piece text;
  last integer := length(keyword);
begin
  if octet_length(keyword) <= 2 and last = octet_length(keyword) then
    return array[hashtextextended(E'\x01' || keyword, seed)];
  end if;
  if last = 1 then
    return array[hashtextextended(keyword, seed)];
  end if;
  for n in 1..last loop
    piece := substr(keyword, n, 3);
    if length(piece) = 3 and octet_length(piece) = 3 then
      pieces := pieces || hashtextextended(piece, seed);
    end if;
    piece := left(piece, 2);
    if length(piece) = 2 and octet_length(piece) > 2 then
      pieces := pieces || hashtextextended(piece, seed);
    end if;
  end loop;
  return pieces;
end
$$;
