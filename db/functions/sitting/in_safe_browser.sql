-- version 2
-- Whether a browser shows what an attempt's owner asks of it (rules/safe-browser.ts has the same rule): of each kind of keys that is asked for, the hash of
-- the address with one of them, or a proof that names one of them by its hash. `shown`: {url, config, request, proven: {ownerId, config, request}}; servers of
-- before say only whose proof it is ({owner}), which they have judged themselves.
create or replace function sitting.in_safe_browser(keys jsonb, given_owner uuid, shown jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(shown ->> 'owner' = given_owner::text, false)
    or not exists (
      select
      from (values ('config'), ('request')) as kind (name)
      where jsonb_array_length(coalesce(keys -> kind.name, '[]')) > 0
        and not exists (
          select from jsonb_array_elements_text(keys -> kind.name) as k (key)
          where encode(sha256(convert_to((shown ->> 'url') || k.key, 'UTF8')), 'hex') = shown ->> kind.name
            or (
              shown #>> '{proven,ownerId}' = given_owner::text
              and encode(sha256(convert_to(k.key, 'UTF8')), 'hex') = shown #>> array['proven', kind.name]
            )
        )
    )
$$;
grant execute on function sitting.in_safe_browser(jsonb,uuid,jsonb) to kaopei_app;
