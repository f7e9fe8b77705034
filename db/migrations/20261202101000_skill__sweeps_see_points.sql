-- Practices are read behind the learners' backs: for companies whose knowledge points lead to skills.
create policy sweep on skill.point_skill for select to kaopei_search using (true);
grant select on skill.point_skill to kaopei_search;
