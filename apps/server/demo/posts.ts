import { postAssessment, postPeople } from '@kaopei/evaluation/contract/post'
import { postPart } from '@kaopei/evaluation/contract/post-codes'
import { postLearn } from '@kaopei/evaluation/contract/post-learn'
import { scale } from '@kaopei/evaluation/contract/scale'
import { exam } from '@kaopei/exam/contract/exam'
import { bank } from '@kaopei/question/contract/bank'
import { postModel } from '@kaopei/skill/contract/post-model'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import { answerSheet } from './evaluations.ts'
import { sitExam } from './sitting.ts'
import type { Stage } from './stage.ts'

const hour = 3_600_000
const day = 24 * hour
/** Of those who hold the post: how many have done all, and how many are on their way. */
const [finished, underWay] = [6, 1]

/** The safety officers assessed for their post: most have their report, one is on the way, one has not begun. */
export async function makeDemoPosts(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 2 * day)
  const admin = stage.as(company.admin, true)
  const holders = company.staff.slice(90, 98)
  const [post] = (await admin.call(postModel.getPostList, { keyWords: '安全员' })).dataList
  const [personality] = (await admin.call(scale.list, { kind: 1, status: 1 })).dataList
  if (!post || !personality) throw new Error('岗位测评的演示缺少岗位或量表')
  const { id } = await admin.call(postAssessment.save, {
    ...{ name: '2026 年安全员岗位测评', postId: post.id, purpose: '了解安全员的知识、技能与工作风格，制定个人发展计划' },
    knowledgeExamId: await blueprint(admin, '安全通识（岗位测评蓝本）', 12),
    skillExamId: await blueprint(admin, '现场安全实务（岗位测评蓝本）', 20),
    personalityScaleId: personality.id,
    endTime: new Date(today.getTime() + 5 * day).toISOString(),
  })
  await admin.call(postPeople.add, { id, staffIds: holders.map((one) => one.id) })
  await admin.call(postAssessment.open, { id })
  const { parts } = await admin.call(postAssessment.get, { id })
  const examOf = (part: number) => parts.find((one) => one.part === part)?.examId ?? ''
  for (const [place, person] of holders.slice(0, finished + underWay).entries()) {
    const startAt = new Date(today.getTime() - day + place * 600_000)
    const plan = { startAt, minutes: 20, ability: 0.55 + ((place * 3) % 5) * 0.1, handsIn: true }
    await sitExam(stage, person, examOf(postPart.knowledge), plan, chanceOf(place))
    if (place >= finished) continue
    await sitExam(
      stage,
      person,
      examOf(postPart.skill),
      { ...plan, startAt: new Date(startAt.getTime() + hour) },
      chanceOf(place + 50),
    )
    stage.now = new Date(startAt.getTime() + 2 * hour)
    await takeScale(stage, person, { id, place })
  }
  stage.now = today
  await stage.runJobs()
}

/** A draft of objective questions, drawn from the banks. */
async function blueprint(admin: DemoClient, name: string, count: number): Promise<string> {
  const { dataList } = await admin.call(bank.list, { pageSize: 20 })
  const filter = { bankIds: dataList.map((one) => one.id), types: [1 as const, 3 as const] }
  const saved = await admin.call(exam.save, {
    ...{ name, duration: 40, passRate: 60, switchScreenNumberLimit: 5, isQuestionOptionOrder: true },
    questions: [{ questionType: 2, filter, count, score: 5 }],
  })
  return saved.id
}

async function takeScale(stage: Stage, person: DemoStaff, { id, place }: { id: string; place: number }): Promise<void> {
  const client = stage.as(person)
  const own = await client.call(postLearn.get, { id })
  const raterId = own.parts.find(({ part }) => part === postPart.personality)?.raterId
  if (!raterId) throw new Error('没有待作答的职业性格测评')
  await answerSheet(stage, person, raterId, { count: 50, place, isCareless: false })
}

/** The same in every demo company. */
function chanceOf(seed: number): () => number {
  let state = seed * 7919 + 17
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
