import { examPeople } from '@kaopei/exam/contract/exam-people'
import { practice } from '@kaopei/practice/contract/practice'
import { loop } from '@kaopei/training/contract/loop'
import { project } from '@kaopei/training/contract/project'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { DemoPoints } from './coursewares.ts'
import { mulberry } from './exams.ts'
import { makeFireQuestions } from './fire-questions.ts'
import { practise } from './practices.ts'
import { sitExam } from './sitting.ts'
import { openSmallExam, publishExam } from './small-exam.ts'
import type { Stage } from './stage.ts'

const hour = 3_600_000
const day = 24 * hour
const [trainedCount, otherCount] = [32, 31]

interface Scene {
  readonly stage: Stage
  readonly company: DemoCompany
  readonly points: DemoPoints
  readonly today: Date
}

/** An exam shows who is weak where; those are trained and sit a paper of other questions, the others sit it untrained: what came of it can be read. */
export async function makeDemoLoop(stage: Stage, company: DemoCompany, { points, today }: Pick<Scene, 'points' | 'today'>) {
  const scene: Scene = { stage, company, points, today }
  const chance = mulberry(20261010)
  const people = company.staff.slice(110, 110 + trainedCount + otherCount)
  const trained = people.slice(0, trainedCount)
  const examId = await examBefore(scene, people, (place) => (place < trainedCount ? 0.3 : 0.55), chance)
  const made = await projectFor(scene, examId, trained)
  for (const [place, person] of trained.slice(0, 8).entries()) {
    stage.now = new Date(today.getTime() - (20 - place) * day)
    await practise(stage, { person, practiceId: made.practiceId, seed: place })
  }
  const openAt = new Date(today.getTime() - 9 * day)
  for (const [place, person] of people.entries())
    await sitExam(stage, person, made.examId, sitting(openAt, place, place < trainedCount ? 0.75 : 0.6), chance)
  stage.now = new Date(openAt.getTime() + 12 * hour)
  await stage.runJobs()
  await stage.as(company.admin, true).call(project.end, { id: made.projectId })
  stage.now = today
}

const sitting = (openAt: Date, place: number, ability: number) => ({
  ...{ startAt: new Date(openAt.getTime() + place * 300_000), minutes: 14 + (place % 9), ability, handsIn: true },
})

async function examBefore(
  { stage, company, points, today }: Scene,
  people: readonly DemoStaff[],
  abilityOf: (place: number) => number,
  chance: () => number,
): Promise<string> {
  stage.now = new Date(today.getTime() - 33 * day)
  const admin = stage.as(company.admin, true)
  const { asked } = await makeFireQuestions(admin, points)
  const openAt = new Date(today.getTime() - 30 * day)
  const examId = await openSmallExam(admin, {
    ...{ name: '消防专项能力测评', openAt, hours: 10 },
    questions: asked.map((questionId) => ({ questionType: 1 as const, questionId, score: 5 })),
    staffIds: people.map(({ id }) => id),
  })
  for (const [place, person] of people.entries())
    await sitExam(stage, person, examId, sitting(openAt, place, abilityOf(place)), chance)
  stage.now = new Date(openAt.getTime() + 11 * hour)
  await stage.runJobs()
  return examId
}

/** As somebody makes it of the exam's weak points; the others sit the exam afterwards too. */
async function projectFor({ stage, company, points, today }: Scene, examId: string, trained: readonly DemoStaff[]) {
  stage.now = new Date(today.getTime() - 27 * day)
  const admin = stage.as(company.admin, true)
  const at = (days: number) => new Date(today.getTime() + days * day).toISOString()
  const wish = { examId, knowledgeIds: Object.values(points), people: { staffIds: trained.map(({ id }) => id) } }
  const { seed, courses } = await admin.call(loop.propose, wish)
  const {
    projectId,
    practiceId,
    examId: afterId,
  } = await admin.call(loop.create, {
    ...{ ...wish, seed, name: '消防能力补强培训', beginTime: at(-27), endTime: at(3) },
    courseIds: courses.filter(({ refusal }) => refusal === null).map(({ id }) => id),
    exam: { name: '消防专项能力复测', beginTime: at(-9), endTime: at(2), duration: 40 },
  })
  if (practiceId === null || afterId === null) throw new Error('补强培训缺少练习或复测')
  const { version } = await admin.call(practice.get, { id: practiceId })
  await admin.call(practice.publish, { id: practiceId, version, ignoreWarnings: true })
  const others = company.staff.slice(110 + trainedCount, 110 + trainedCount + otherCount)
  await admin.call(examPeople.add, { examinationId: afterId, staffIds: others.map(({ id }) => id) })
  await publishExam(admin, afterId)
  await admin.call(project.upShelf, { id: projectId })
  await stage.runJobs()
  return { projectId, practiceId, examId: afterId }
}
