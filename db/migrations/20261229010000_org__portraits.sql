-- Photos of people are of the people: certificates and admission tickets print them, so they stand where both may ask.
alter table certificate.portrait set schema org;
comment on table org.portrait is 'The photo of a person, looked at by somebody: for what is printed from now on. Certificates keep the one they were issued with.';
