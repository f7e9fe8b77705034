-- The data scope of whoever attached it: nobody outside of it comes by it; null: everybody.
alter table questionnaire.audience add column scope jsonb;
