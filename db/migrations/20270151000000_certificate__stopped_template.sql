-- Earned while the template was stopped: kept, and issued once a template of the rule is in use again.
alter table certificate.refusal add column is_template_stopped boolean not null default false;
alter table certificate.refusal drop constraint refusal_reason_check;
alter table certificate.refusal add constraint refusal_reason_check
  check (cardinality(characters) > 0 or cardinality(too_long) > 0 or lacks_photo or is_template_stopped);
