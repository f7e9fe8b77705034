-- version 1
-- The text with every phone, e-mail address and identity card in it masked, as kit/contract/contact-mask.ts does: searches compare with what people are
-- shown, so that no keyword tells what a mask hides.
create or replace function kit.mask_contacts(line text) returns text
language sql immutable strict parallel safe cost 50 as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(line, '([\w.%+-])[\w.%+-]*@', '\1***@', 'g'),
      '(^|\D)([1-9]\d{2})\d{11}(\d{3}[\dXx])(?![\dA-Za-z])', '\1\2***********\3', 'g'),
    '(^|\D)(0?1[3-9]\d)[ -]?\d{4}[ -]?(\d{4})(?!\d)', '\1\2****\3', 'g')
$$;
