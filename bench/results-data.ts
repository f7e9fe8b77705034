import { makeCompany } from './company.ts'
import { type BenchExam, makeExam } from './exam-data.ts'
import type { Ground } from './ground.ts'

const made = new WeakMap<Ground, BenchExam>()

/** An exam that 10,000 candidates have sat, each with 50 answered and scored items; made once for all pieces that look at it. */
export async function satExam(ground: Ground): Promise<BenchExam> {
  const known = made.get(ground)
  if (known) return known
  const exam = await makeExam(ground, await makeCompany(ground), 10_000)
  const { company, id, questions } = exam
  await ground.rows(
    `insert into sitting.attempt (company_id, owner_kind, owner_id, staff_id, number, state, started_at, due_at, submitted_at, submit_cause, lease_device, title,
       max_score_hundredths, subjective_score_hundredths, scored_at, published_at, ip, user_agent)
     select company_id, 'exam', exam_id, staff_id, 1, 'published', now() - interval '50 minutes', now() + interval '70 minutes',
       now() - random() * interval '30 minutes', 'manual', 'bench-00000000:tab-1', 'bench', 10000, 0, now(), now(), '10.1.2.3', 'bench'
     from exam.candidate
     where company_id = $1 and exam_id = $2`,
    [company.id, id],
  )
  const items = questions.map(({ content, id: questionId, versionId, ruleVersionId }, index) => ({
    slot: index + 1,
    question_id: questionId,
    question_version_id: versionId,
    rule_version_id: ruleVersionId,
    type: content.type,
    option_order: 'options' in content ? content.options.map((option) => option.id) : [],
    right: rightAnswer(content.type),
    wrong: wrongAnswers(content.type),
  }))
  // The abler the candidate and the easier the item, the likelier the right answer.
  await ground.rows(
    `insert into sitting.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type, option_order,
       max_score_hundredths, answer, answer_state, rev, last_rev, client_seq, lease_epoch, answered_at, score_hundredths, score_source, is_correct)
     select a.company_id, a.id, q.slot, q.slot - 1, q.question_id, q.question_version_id, q.rule_version_id, q.type, q.option_order, 200,
       case when luck.is_right then q."right" else q.wrong -> (floor(random() * jsonb_array_length(q.wrong))::int) end,
       'answered', 1, 1, q.slot, 1, now(), case when luck.is_right then 200 else 0 end, 'auto', luck.is_right
     from (select *, random() as ability from sitting.attempt where company_id = $1 and owner_id = $2) a
     cross join json_to_recordset($3) as q (slot int, question_id uuid, question_version_id uuid, rule_version_id uuid, type smallint,
       option_order text[], "right" jsonb, wrong jsonb)
     cross join lateral (select random() < 0.2 + 0.6 * a.ability + 0.2 * (q.slot % 5) / 4.0 as is_right) luck`,
    [company.id, id, JSON.stringify(items)],
  )
  // Just loaded: without figures of them the sums would be joined row by row.
  await ground.settle('sitting.attempt', 'sitting.attempt_item')
  await ground.rows(
    `update sitting.attempt a
     set objective_score_hundredths = sums.score, score_hundredths = sums.score, is_passed = sums.score >= 6000
     from (select attempt_id, sum(score_hundredths) as score from sitting.attempt_item where company_id = $1 group by attempt_id) sums
     where a.company_id = $1 and a.id = sums.attempt_id`,
    [company.id],
  )
  await ground.settle('sitting.attempt', 'sitting.attempt_item', 'exam.candidate')
  made.set(ground, exam)
  return exam
}

function rightAnswer(type: number): unknown {
  if (type === 1) return { type, optionId: 'b' }
  return type === 2 ? { type, optionIds: ['a', 'c'] } : { type, optionId: 'true' }
}

function wrongAnswers(type: number): unknown[] {
  if (type === 1) return ['a', 'c', 'd'].map((optionId) => ({ type, optionId }))
  return type === 2 ? [['a'], ['a', 'b'], ['b', 'd']].map((optionIds) => ({ type, optionIds })) : [{ type, optionId: 'false' }]
}
