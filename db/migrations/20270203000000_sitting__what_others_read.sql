-- What rooms beside and above read of questions, papers, attempts and exams.
create view question.card with (security_invoker = true) as
select q.company_id, q.id, q.type, q.stem_text, q.difficulty, q.default_score_hundredths, q.status, q.bank_id, b.name as bank_name, q.removed_at
from question.question q
left join question.bank b on b.company_id = q.company_id and b.id = q.bank_id;
comment on view question.card is 'Door: what a question is by its latest version, removed ones too. Who needs what somebody was asked reads version_content.';

create view question.version_content with (security_invoker = true) as
select company_id, id, question_id, content
from question.question_version;
comment on view question.version_content is 'Door: what a version of a question says, with its key. What papers have pinned never changes.';

create view question.version_rule with (security_invoker = true) as
select company_id, id, question_id, rule
from question.scoring_rule_version;
comment on view question.version_rule is 'Door: how answers are scored by a version of a question''s rule. What papers have pinned never changes.';

create view paper.listed_question with (security_invoker = true) as
select company_id, paper_id, question_id, question_version_id, rule_version_id, number as slot, null::integer as rule_number
from paper.slot
union all
select company_id, paper_id, question_id, question_version_id, rule_version_id, null::integer, rule_numbers[1]
from paper.pool_question;
comment on view paper.listed_question is 'Door: the questions of papers, fixed ones at their slots and those of the pool with the first rule that may draw them; versions once the paper is pinned.';

create view sitting.standing with (security_invoker = true) as
select company_id, id, owner_kind, owner_id, staff_id, number, title, state, started_at, due_at, submitted_at, submit_cause, absences, ip, user_agent,
  max_score_hundredths, objective_score_hundredths, subjective_score_hundredths, score_hundredths, is_passed, has_subjective,
  scored_at, marked_at, published_at, updated_at,
  state = 'paused' and exists (
    select from sitting.attempt_pause p
    where p.company_id = attempt.company_id and p.attempt_id = attempt.id and p.until_at is null
  ) as is_stopped
from sitting.attempt;
comment on view sitting.standing is 'Door: how far attempts are and what came of them, voided ones too. Stopped: the clock stands still until somebody lets it go on.';

create view sitting.response with (security_invoker = true) as
select company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type, option_order, answer, answer_state, answered_at,
  max_score_hundredths, score_hundredths, score_source, is_correct
from sitting.attempt_item;
comment on view sitting.response is 'Door: what attempts were asked, in which order, what was answered and what it earned. No score: neither a machine nor a person has judged it yet.';

create view sitting.judgement with (security_invoker = true) as
select company_id, attempt_id, slot, number, source, score_hundredths, marker_id, comment
from sitting.evaluation;
comment on view sitting.judgement is 'Door: each judgement of a response, by a machine or a person; the last one by number holds.';

create view exam.exam_card with (security_invoker = true) as
select company_id, id, name, purpose, status, paper_id, admission_start_at, admission_end_at, duration_minutes, pass_score_hundredths, settings, secret,
  removed_at
from exam.exam;
comment on view exam.exam_card is 'Door: exams whatever they are for, removed ones too. The secret is what orders by chance are made of, and goes out to nobody.';

create view exam.candidate_card with (security_invoker = true) as
select company_id, exam_id, staff_id, department_id
from exam.candidate;
comment on view exam.candidate_card is 'Door: who is on the list of an exam, with the department that they sat it for.';

grant select on question.card, question.version_content, question.version_rule, paper.listed_question, sitting.standing, sitting.response,
  sitting.judgement, exam.exam_card, exam.candidate_card to kaopei_app;
grant select on sitting.standing to kaopei_search;

create view share.token_card with (security_invoker = true) as
select company_id, id, kind, subject_id, title, facts, created_by, created_at, expires_at, revoked_at, last_used_at,
  (select count(*)::integer from share.token_device d where d.company_id = token.company_id and d.token_id = token.id) as device_count
from share.token;
comment on view share.token_card is 'Door: links that lead outside, for whoever made them; without what opens them.';
grant select on share.token_card to kaopei_app;

create view platform.use with (security_invoker = true) as
select company_id, kind, subject_id, subject_name, staff_id, at
from platform.consumption;
comment on view platform.use is 'Door: the ledger, a row for each exam or measurement that somebody used up, with its name then. Rows are only added; sums and names are asked of the room''s functions.';
grant select on platform.use to kaopei_app;
