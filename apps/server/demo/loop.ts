import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { practice } from '@kaopei/practice/contract/practice'
import { projectLearn } from '@kaopei/training/contract/learn'
import { loop } from '@kaopei/training/contract/loop'
import { project } from '@kaopei/training/contract/project'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { DemoPoints } from './coursewares.ts'
import { mulberry } from './exams.ts'
import { makeFireQuestions } from './fire-questions.ts'
import { doTask, tasksOf } from './learning.ts'
import { practise } from './practices.ts'
import { sitExam } from './sitting.ts'
import { openSmallExam, publishExam } from './small-exam.ts'
import type { Stage } from './stage.ts'

const hour = 3_600_000
const day = 24 * hour
const [trainedCount, otherCount] = [32, 31]
/** Of the trained: so many learn, the first of them practise too and so complete the project. */
const [learningCount, practisingCount] = [24, 18]

interface Scene {
  readonly stage: Stage
  readonly company: DemoCompany
  readonly points: DemoPoints
  /** A film that carries all points. */
  readonly film: string
  readonly today: Date
}

/** An exam shows who is weak where; those are trained and sit a paper of other questions, the others sit it untrained: what came of it can be read. */
export async function makeDemoLoop(stage: Stage, company: DemoCompany, wish: Pick<Scene, 'points' | 'film' | 'today'>) {
  const { today } = wish
  const scene: Scene = { stage, company, ...wish }
  const chance = mulberry(20261010)
  const people = company.staff.slice(110, 110 + trainedCount + otherCount)
  const trained = people.slice(0, trainedCount)
  const examId = await examBefore(scene, people, (place) => (place < trainedCount ? 0.3 : 0.55), chance)
  const made = await projectFor(scene, examId, trained)
  await train(scene, made, trained)
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

interface Made {
  readonly projectId: string
  readonly practiceId: string
}

async function train({ stage, today }: Scene, { projectId, practiceId }: Made, trained: readonly DemoStaff[]): Promise<void> {
  for (const [place, person] of trained.slice(0, learningCount).entries()) {
    stage.now = new Date(today.getTime() - (24 - place / 2) * day)
    const learner = stage.as(person)
    const { stages } = await learner.call(projectLearn.get, { project: projectId })
    const lesson = stages.flatMap(({ tasks }) => tasks).find(({ kind }) => kind === 'course')
    if (!lesson) throw new Error('补强培训缺少课程')
    const { targetId } = await learner.call(projectLearn.open, { project: projectId, task: lesson.id })
    for (const task of await tasksOf(learner, targetId)) await doTask(stage, person, { course: targetId, task: task.id }, task)
    if (place < practisingCount) await practise(stage, { person, practiceId, seed: place })
  }
  await stage.runJobs()
}

/** A course of one film, short enough to be learnt beside the work. */
async function shortCourse(admin: DemoClient, film: string): Promise<string> {
  const { id: courseId } = await admin.call(course.courseEdit, {
    courseName: '消防重点知识微课',
    descript: '<p>几分钟看完：消防设施、初起火灾、疏散逃生的要点。</p>',
  })
  const tasks = [{ kind: 'courseware' as const, title: '火灾疏散须知', targetId: film }]
  await admin.call(courseOutlineCalls.courseChapterEdit, { courseId, title: '要点', tasks })
  await admin.call(course.upShelf, { id: courseId })
  return courseId
}

/** As somebody makes it of the exam's weak points; the others sit the exam afterwards too. */
async function projectFor({ stage, company, points, film, today }: Scene, examId: string, trained: readonly DemoStaff[]) {
  stage.now = new Date(today.getTime() - 27 * day)
  const admin = stage.as(company.admin, true)
  const courseId = await shortCourse(admin, film)
  const at = (days: number) => new Date(today.getTime() + days * day).toISOString()
  const wish = { examId, knowledgeIds: Object.values(points), people: { staffIds: trained.map(({ id }) => id) } }
  const { seed } = await admin.call(loop.propose, wish)
  const {
    projectId,
    practiceId,
    examId: afterId,
  } = await admin.call(loop.create, {
    ...{ ...wish, seed, name: '消防能力补强培训', beginTime: at(-27), endTime: at(3) },
    courseIds: [courseId],
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
