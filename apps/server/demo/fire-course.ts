import type { InputOf } from '@kaopei/contract'
import { category } from '@kaopei/course/contract/category'
import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { courseStaff } from '@kaopei/course/contract/course-staff'
import { learn } from '@kaopei/course/contract/learn'
import { practice } from '@kaopei/practice/contract/practice'
import { questionnaireLearn } from '@kaopei/questionnaire/contract/learn'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import type { DemoCompany, DemoStaff } from './company.ts'
import { blocksTask } from './courses.ts'
import type { DemoCoursewares } from './coursewares.ts'
import { mulberry } from './exams.ts'
import { type DemoTask, doTask, tasksOf } from './learning.ts'
import { practise } from './practices.ts'
import { sitExam } from './sitting.ts'
import { openSmallExam } from './small-exam.ts'
import type { Stage } from './stage.ts'

const hour = 3_600_000
const day = 24 * hour

interface Scene {
  readonly stage: Stage
  readonly company: DemoCompany
  readonly coursewares: DemoCoursewares
  readonly today: Date
}

type Tasks = NonNullable<InputOf<typeof courseOutlineCalls.courseChapterEdit>['tasks']>

/** A course of three chapters with tasks of every kind and several ways of unlocking, in which people have learnt for five weeks. */
export async function makeDemoFireCourse(
  stage: Stage,
  company: DemoCompany,
  wish: Pick<Scene, 'coursewares' | 'today'>,
): Promise<void> {
  const scene: Scene = { stage, company, ...wish }
  const { coursewares } = wish
  stage.now = new Date(scene.today.getTime() - 36 * day)
  const courseId = await writeCourse(scene)
  const admin = stage.as(company.admin, true)
  await admin.call(course.upShelf, { id: courseId })
  const people = [...company.candidates, ...company.staff.slice(20, 38)]
  await admin.call(courseStaff.updateCourseStaff, { courseId, staffIds: people.map(({ id }) => id) })
  const chance = mulberry(20261111)
  for (const [place, person] of people.entries()) {
    stage.now = new Date(scene.today.getTime() - (34 - place) * day)
    await learnAs(stage, person, { courseId, way: wayThrough(coursewares, place), chance })
  }
  await stage.runJobs()
  stage.now = scene.today
}

async function writeCourse({ stage, company, coursewares, today }: Scene): Promise<string> {
  const admin = stage.as(company.admin, true)
  const { id: categoryId } = await admin.call(category.create, { name: '专项培训' })
  const { id: courseId } = await admin.call(course.courseEdit, {
    ...{ courseName: '消防安全专项培训', categoryId, dueDays: 30, hasWatermark: true },
    descript: '<p>看视频、学规范、做练习，最后通过结课考试。按章解锁，学完一章开放下一章。</p>',
  })
  const examId = await openSmallExam(admin, {
    ...{ name: '消防安全结课考试', openAt: new Date(today.getTime() - 35 * day), hours: 24 * 65 },
    questions: [{ questionType: 2, filter: { types: [1, 3] }, count: 8, score: 5 }],
    staffIds: company.candidates.map(({ id }) => id),
  })
  const page = { pageIndex: 1, pageSize: 1 }
  const [drill] = (await admin.call(practice.listByPage, { ...page, name: '安全生产每日一练' })).dataList
  const [feedback] = (await admin.call(questionnaire.list, { ...page, status: 5 })).dataList
  const chapters: readonly (readonly [title: string, tasks: Tasks])[] = [
    [
      '认识火灾',
      [
        { kind: 'courseware', title: '火灾疏散须知', targetId: coursewares.film, rule: { noSkip: true, idleSeconds: 600 } },
        ...slidesTask(coursewares),
      ],
    ],
    [
      '标志与处置',
      [
        { kind: 'courseware', title: '车间安全标志', targetId: coursewares.signs, weight: 2 },
        await blocksTask({ admin, company }, '灭火器的使用', extinguisher),
        { kind: 'article', title: '应急电话与集合点', html: phones, rule: { seconds: 5 } },
        { kind: 'link', title: '应急管理部：消防科普', url: 'https://www.119.gov.cn/', isRequired: false },
      ],
    ],
    [
      '练习与考核',
      [
        { kind: 'practice', targetId: drill?.id, rule: { answeredPercent: 50 } },
        { kind: 'questionnaire', targetId: feedback?.id, isRequired: false },
        { kind: 'exam', title: '结课考试', targetId: examId, weight: 3, rule: { needs: 'passed' } },
      ],
    ],
  ]
  const made: string[] = []
  for (const [title, tasks] of chapters)
    made.push(...(await admin.call(courseOutlineCalls.courseChapterEdit, { courseId, title, tasks })).taskIds)
  const [examTask = '', practiceTask = ''] = [made.at(-1), made.at(-3)]
  await admin.call(courseOutlineCalls.unlockMode, {
    ...{ courseId, unlockOrder: 'groups' },
    nodes: [{ id: examTask, conditions: [{ kind: 'passed', taskId: practiceTask }] }],
  })
  return courseId
}

/** None where the machine makes no pages. */
function slidesTask({ slides }: DemoCoursewares): Tasks {
  return slides === undefined
    ? []
    : [{ kind: 'courseware', title: '劳动防护用品使用规范', targetId: slides, rule: { secondsPerPage: 5 } }]
}

/** The slides are the second task. */
function wayThrough({ slides }: DemoCoursewares, place: number): readonly number[] {
  const way = ways[place % ways.length] ?? []
  return slides === undefined ? way.toSpliced(1, 1) : way
}

const extinguisher = [
  ['提', '提起灭火器，上下颠倒两次使干粉松动。'],
  ['拔', '拔掉保险销，一手握住软管前端。'],
  ['握', '站在上风方向，距火焰两至三米，对准根部。'],
  ['压', '压下手柄左右扫射，直到火焰完全熄灭。'],
]
const phones =
  '<p>火警 <strong>119</strong>，急救 <strong>120</strong>，安全环保部值班室 <strong>8119</strong>。集合点：东门停车场。</p>'

/** How much of each task in their order somebody does; of an exam how well they know. */
const ways: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1, 1, 1, 1, 0.95],
  [0.45],
  [1, 1, 1, 1, 1],
  [],
  [1, 0.4],
  [1, 1, 1, 1, 1, 1, 1, 0, 0.15],
  [1, 1, 0.5],
]

interface Learning {
  readonly courseId: string
  readonly way: readonly number[]
  readonly chance: () => number
}

async function learnAs(stage: Stage, person: DemoStaff, { courseId, way, chance }: Learning): Promise<void> {
  if (way.length === 0) return
  const tasks = await tasksOf(stage.as(person), courseId)
  for (const [place, share] of way.entries()) {
    const task = tasks[place]
    if (!task || share === 0) continue
    await learnTask(stage, person, { courseId, task, share, chance })
    stage.now = new Date(stage.now.getTime() + 3 * hour)
  }
}

interface Doing extends Pick<Learning, 'courseId' | 'chance'> {
  readonly task: DemoTask
  readonly share: number
}

async function learnTask(stage: Stage, person: DemoStaff, { courseId, task, share, chance }: Doing): Promise<void> {
  const named = { course: courseId, task: task.id }
  const learner = stage.as(person)
  if (task.kind === 'practice') {
    const { practiceId } = await learner.call(learn.openPractice, named)
    await practise(stage, { person, practiceId, seed: 7 })
    return void (await stage.runJobs())
  }
  if (task.kind === 'questionnaire') {
    const { questionnaireId } = await learner.call(learn.openQuestionnaire, named)
    const answers = { overall: 4, aspects: { rows: { r1: 4, r2: 4, r3: 5, r4: 3, r5: 4 } }, useful: { choices: ['o1'] }, nps: 8 }
    await learner.call(questionnaireLearn.submit, { questionnaireId, answers })
    return void (await stage.runJobs())
  }
  if (task.kind === 'exam') {
    const { examId } = await learner.call(learn.openExam, named)
    const plan = { startAt: stage.now, minutes: 15, ability: share, handsIn: true }
    await sitExam(stage, person, examId, plan, chance)
    return void (await stage.runJobs())
  }
  await doTask(stage, person, named, task, share)
}
