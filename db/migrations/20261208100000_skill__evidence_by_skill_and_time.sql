-- The heat map counts what came in a period, skill by skill, without looking at the evidence itself.
create index evidence_of_skill_by_time on skill.evidence (company_id, skill_id, recorded_at) include (staff_id);
drop index skill.evidence_of_skill;
