-- version 1
-- Servers keep sessions in memory and forget them when told. The tables tell, so that no change, by whatever way, is left unheard.
-- Beyond fifty people at once the whole company is forgotten.
create or replace function identity.tell(kind text, company uuid, changed uuid[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if cardinality(changed) > 50 then
    perform pg_notify('kaopei_session', 'company:' || company);
    return;
  end if;
  perform pg_notify('kaopei_session', kind || ':' || one) from unnest(changed) one;
end
$$;
