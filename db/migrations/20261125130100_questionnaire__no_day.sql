-- The day on which an anonymous sheet was handed in would join it to whoever answered on that day: it bears the day of its batch.
alter table questionnaire.sealed drop column day;
