-- Counted and read by nobody: who has learnt a skill is told person by person.
alter table skill.department_level drop column learnt_count;
