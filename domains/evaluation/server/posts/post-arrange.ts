/** A company with people, a post with a model, two exams to be made like and a scale; and what people do in post assessments, through the calls that they use. */
import { exam } from '@kaopei/exam/contract/exam'
import {
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  fixed,
  hours,
  type Organisation,
  singles,
  startExam,
} from '@kaopei/exam/testing'
import type { Answer, QuestionContent } from '@kaopei/question/contract/content'
import type { TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { arrangePost, arrangeSkills } from '@kaopei/skill/testing'
import { evaluationLearn as learn } from '../../contract/answering.ts'
import { postAssessment, postPeople } from '../../contract/post.ts'
import { postLearn } from '../../contract/post-learn.ts'
import { device, publishedScale } from '../evaluation-arrange.ts'

export interface PostStage {
  readonly world: World
  readonly organisation: Organisation
  readonly admin: TestActor
  /** Seven of the branch, two of the other department. */
  readonly people: readonly TestActor[]
  readonly knowledge: string
  readonly skill: string
  readonly scaleId: string
  readonly postId: string
  readonly skillIds: readonly string[]
}

export async function arrangePosts(world: World): Promise<PostStage> {
  const organisation = await arrangeOrganisation(world)
  const { admin, companyId, departments } = organisation
  const ids = [
    ...(await arrangeStaff(world, companyId, { count: 7, departmentId: departments.branch })),
    ...(await arrangeStaff(world, companyId, { count: 2, departmentId: departments.other })),
  ]
  const people: TestActor[] = []
  for (const staffId of ids) people.push(await world.actor({ companyId, staffId, rights: [] }))
  const skillIds = await arrangeSkills(world, companyId, ['动火作业', '用电安全'])
  const [welding, power] = skillIds
  const { postId } = await arrangePost(world, companyId, {
    name: '安全员',
    skills: [
      { skillId: welding, requiredLevel: 3, weight: 3, isKey: true },
      { skillId: power, requiredLevel: 2, weight: 2 },
    ],
  })
  const knowledge = await blueprint(world, organisation, { name: '安全通识', count: 2 })
  const skill = await blueprint(world, organisation, { name: '动火实务', count: 4, skillId: welding })
  const scaleId = await publishedScale(world, admin, { name: '性格短量表' })
  return { world, organisation, admin, people, knowledge, skill, scaleId, postId, skillIds }
}

interface BlueprintWish {
  readonly name: string
  readonly count: number
  readonly skillId?: string | undefined
  readonly contents?: readonly QuestionContent[]
  readonly settings?: object
}

/** A draft; with a skill its questions test it at level 3. */
export async function blueprint(
  world: World,
  { companyId, admin }: Organisation,
  { name, count, skillId, contents = singles(count), settings = {} }: BlueprintWish,
): Promise<string> {
  const { questions } = await arrangeReadyQuestions(world, companyId, contents)
  const saved = await world.as(admin).get(exam.save, {
    ...{
      name,
      duration: 30,
      passRate: 60,
      switchScreenNumberLimit: 3,
      permitFullScreen: true,
      permitViewAnswer: true,
      ...settings,
    },
    questions: questions.map(({ id }) => fixed(id)),
  })
  if (skillId === undefined) return saved.id
  const [point] = await world.rows<{ id: string }>(
    'insert into question.knowledge_point (company_id, name) values ($1, $2) returning id',
    [companyId, name],
  )
  await world.rows(
    `insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id) select $1, x, $3 from unnest($2::uuid[]) x`,
    [companyId, questions.map((one) => one.id), point?.id],
  )
  await world.rows('insert into skill.point_skill (company_id, point_id, skill_id, level) values ($1, $2, $3, 3)', [
    companyId,
    point?.id,
    skillId,
  ])
  return saved.id
}

export interface PostWish {
  readonly name?: string
  readonly knowledgeExamId?: string | null
  readonly postId?: string
  readonly skillExamId?: string | null
  readonly skillScaleId?: string | null
  readonly endTime?: string
}

export async function openedPost(stage: PostStage, staff: readonly TestActor[], wish: PostWish = {}): Promise<string> {
  const as = stage.world.as(stage.admin)
  const fields = { name: '安全员测评', postId: stage.postId, knowledgeExamId: stage.knowledge, skillExamId: stage.skill, ...wish }
  const { id } = await as.get(postAssessment.save, { endTime: hours(3), ...fields, personalityScaleId: stage.scaleId })
  await as.get(postPeople.add, { id, staffIds: staff.map(({ staffId }) => staffId) })
  await as.get(postAssessment.open, { id })
  return id
}

export const examOfPart = async ({ world, admin }: PostStage, id: string, part: 1 | 2) =>
  (await world.as(admin).get(postAssessment.get, { id })).parts.find((one) => one.part === part)?.examId ?? ''

/** Choices right as far as `right` of them, or with these answers; handed in. */
export async function sitExam(
  world: World,
  actor: TestActor,
  examId: string,
  given: number | readonly Answer[],
): Promise<string> {
  const sheet = await startExam(world, actor, examId)
  const items = sheet.items.map(({ slot }, at) => {
    const choice = (right: number): Answer => ({ type: 1, optionId: at < right ? 'b' : 'a' })
    const answer = typeof given === 'number' ? choice(given) : given[at]
    return { slot, ...(answer && { answer }), baseRev: 0, clientSeq: at + 1, seen: true }
  })
  const { attemptId, lease } = sheet
  const { slots } = await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: lease.epoch, items })
  const lastRevs = slots.flatMap(({ slot, rev }) => (rev === null ? [] : [{ slot, rev }]))
  const handIn = { attemptId, leaseEpoch: lease.epoch, lastRevs, submissionKey: `submit-${attemptId}` }
  await world.as(actor).get(sitting.submit, handIn)
  return attemptId
}

export async function takeScale(world: World, actor: TestActor, id: string, part = 3): Promise<void> {
  const as = world.as(actor)
  const own = await as.get(postLearn.get, { id })
  const raterId = own.parts.find((one) => one.part === part)?.raterId ?? ''
  const { consent } = await as.get(learn.open, { raterId, device })
  await as.get(learn.begin, { raterId, device, consentVersion: consent.versionNumber, retentionMonths: consent.retentionMonths })
  const items = [0, 1, 2, 3, 4, 1].map((option, at) => ({ slot: at + 1, option, baseRev: 0, clientSeq: at + 1 }))
  await as.get(learn.save, { raterId, leaseEpoch: 1, items })
  await as.get(learn.submit, { raterId, leaseEpoch: 1 })
}
