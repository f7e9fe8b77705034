/** For tests of the loop: an exam that is over, with questions of knowledge points and official results, straight as rows. */
import { randomUUID } from 'node:crypto'
import { exam } from '@kaopei/exam/contract/exam'
import {
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  fixed,
  hours,
  type Organisation,
  type ReadyQuestion,
  singles,
} from '@kaopei/exam/testing'
import type { World } from '@kaopei/server/testing'

export interface ArrangedLoop extends Organisation {
  readonly examId: string
  /** 动火作业, 用电安全 and one that nobody was asked about. */
  readonly points: { readonly fire: string; readonly power: string; readonly other: string }
  readonly bankId: string
  /** The exam's: four of fire, four of power, the last of them of both. */
  readonly questions: readonly ReadyQuestion[]
  readonly staffIds: readonly string[]
}

interface LoopWish {
  readonly people?: number
  /** How many others of each point the bank has. */
  readonly others?: number
}

export async function arrangeLoop(world: World, { people = 4, others = 12 }: LoopWish = {}): Promise<ArrangedLoop> {
  const organisation = await arrangeOrganisation(world)
  const { companyId, admin, departments } = organisation
  const points = { fire: randomUUID(), power: randomUUID(), other: randomUUID() }
  await world.rows(
    'insert into question.knowledge_point (company_id, id, name) select $1, * from unnest($2::uuid[], $3::text[])',
    [companyId, Object.values(points), ['动火作业', '用电安全', '有限空间']],
  )
  const { bankId, questions } = await arrangeReadyQuestions(world, companyId, singles(8))
  await carry(world, companyId, { questions: questions.slice(0, 4), pointId: points.fire })
  await carry(world, companyId, { questions: questions.slice(4), pointId: points.power })
  await carry(world, companyId, { questions: questions.slice(7), pointId: points.fire })
  await arrangeOthers(world, { companyId, bankId, points }, others)
  const draft = await world.as(admin).get(exam.save, {
    name: '安全生产考试',
    ...{ admissionStartTime: hours(1), admissionEndTime: hours(5), duration: 60, passScore: 48 },
    questions: questions.map(({ id }) => fixed(id)),
  })
  await world.rows(
    `update exam.exam set status = 1, admission_start_at = now() - interval '3 days', admission_end_at = now() - interval '2 days',
       published_at = now() - interval '4 days'
     where company_id = $1 and id = $2`,
    [companyId, draft.id],
  )
  const staffIds = await arrangeStaff(world, companyId, { count: people, departmentId: departments.branch })
  return { ...organisation, examId: draft.id, points, bankId, questions, staffIds }
}

/** So many of fire, of power, and two of both. */
async function arrangeOthers(
  world: World,
  { companyId, bankId, points }: Pick<ArrangedLoop, 'companyId' | 'bankId' | 'points'>,
  count: number,
): Promise<void> {
  const made = async (size: number) => (await arrangeReadyQuestions(world, companyId, singles(size), { bankId })).questions
  const both = await made(2)
  await carry(world, companyId, { questions: [...(await made(count)), ...both], pointId: points.fire })
  await carry(world, companyId, { questions: [...(await made(count)), ...both], pointId: points.power })
}

export async function carry(
  world: World,
  companyId: string,
  { questions, pointId }: { readonly questions: readonly { readonly id: string }[]; readonly pointId: string },
): Promise<void> {
  await world.rows(
    `insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id) select $1, n, $3 from unnest($2::uuid[]) as n`,
    [companyId, questions.map(({ id }) => id), pointId],
  )
}

interface Results {
  readonly companyId: string
  readonly examId: string
  readonly staffIds: readonly string[]
  readonly questionIds: readonly string[]
  /** What the question at this place earned of 10 points, in hundredths. */
  readonly score: (person: number, question: number) => number
  readonly state?: 'published' | 'marked' | 'voided'
  readonly number?: number
}

/** An attempt of each, whose result is out. */
export async function arrangeResults(world: World, given: Results): Promise<void> {
  const { companyId, examId, staffIds, questionIds, score, state = 'published', number = 1 } = given
  const attempts = staffIds.map((staffId, person) => {
    const scores = questionIds.map((_, question) => score(person, question))
    return { id: randomUUID(), staffId, scores, total: scores.reduce((sum, one) => sum + one, 0) }
  })
  await world.rows(
    `insert into sitting.attempt (company_id, id, owner_kind, owner_id, staff_id, number, state, started_at, submitted_at, lease_device, title,
       max_score_hundredths, score_hundredths, published_at, state_before_void)
     select $1, n.id, 'exam', $2, n."staffId", $3, $4, now(), now(), 'device', '考试', $5, n.total, now(), $6
     from jsonb_to_recordset($7::jsonb) as n (id uuid, "staffId" uuid, total integer)`,
    [
      companyId,
      examId,
      number,
      state,
      questionIds.length * 1000,
      state === 'voided' ? 'published' : null,
      JSON.stringify(attempts),
    ],
  )
  const items = attempts.flatMap(({ id, scores }) =>
    scores.map((earned, at) => ({ id, slot: at + 1, questionId: questionIds[at], earned })),
  )
  await world.rows(
    `insert into sitting.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type,
       max_score_hundredths, score_hundredths, answer_state)
     select $1, n.id, n.slot, n.slot, n."questionId", q.ready_version_id, q.ready_rule_version_id, q.type, 1000, n.earned, 'answered'
     from jsonb_to_recordset($2::jsonb) as n (id uuid, slot integer, "questionId" uuid, earned integer)
     join question.question q on q.company_id = $1 and q.id = n."questionId"`,
    [companyId, JSON.stringify(items)],
  )
}
