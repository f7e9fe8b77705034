import { course } from '@kaopei/course/contract/course'
import { exam } from '@kaopei/exam/contract/exam'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { practice } from '@kaopei/practice/contract/practice'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import { projectCategory } from '@kaopei/training/contract/category'
import { project } from '@kaopei/training/contract/project'
import { projectStaff } from '@kaopei/training/contract/staff'
import { type ProjectTaskInput, projectStages, projectTasks } from '@kaopei/training/contract/stage-task'
import type { z } from 'zod'
import type { DemoClient } from './client.ts'
import type { DemoCompany } from './company.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
type TaskWish = z.input<(typeof projectTasks)['createList']['input']>['tasks'][number]

/** A project half-way with every kind of task, in which counts what people have learnt, practised and answered before, and an archived one. */
export async function makeDemoTrainings(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  const admin = stage.as(company.admin, true)
  const found = await foundIn(admin)
  stage.now = new Date(today.getTime() - 5 * day)
  const at = (days: number) => new Date(today.getTime() + days * day).toISOString()
  const { id: categoryId } = await admin.call(projectCategory.create, { name: '新员工培养' })
  const running = await makeProject(
    admin,
    { name: '新员工融入计划', categoryId, beginTime: at(-5), endTime: at(25), information: '<p>一个月内完成三个阶段。</p>' },
    stagesOf(found, at),
  )
  await admin.call(projectTasks.unlockModel, { projectId: running, unlockOrder: 'groups' })
  await takeIn(stage, admin, running, [...company.candidates, ...company.staff.slice(20, 50)])
  const over = await makeProject(admin, { name: '春季安全轮训', categoryId, beginTime: at(-60), endTime: at(10) }, [
    [
      '轮训',
      [
        { kind: 'course', targetId: found.courseId },
        { ...reading('轮训说明'), isRequired: false },
      ],
    ],
  ])
  await takeIn(stage, admin, over, company.staff.slice(24, 36))
  await admin.call(project.end, { id: over })
  await admin.call(project.archive, { id: over })
  stage.now = today
}

type Found = Awaited<ReturnType<typeof foundIn>>

/** What the rest of the demo has made. */
async function foundIn(admin: DemoClient) {
  const page = { pageIndex: 1, pageSize: 1 }
  const courses = await admin.call(course.courseList, { ...page, title: '新员工入职安全培训' })
  const exams = await admin.call(exam.list, { ...page, status: examStatus.inProgress })
  const practices = await admin.call(practice.listByPage, { ...page, name: '安全生产每日一练' })
  const questionnaires = await admin.call(questionnaire.list, { ...page, status: 5 })
  return {
    courseId: firstOf(courses),
    examId: firstOf(exams),
    practiceId: firstOf(practices),
    questionnaireId: firstOf(questionnaires),
  }
}

function firstOf({ dataList: [first] }: { readonly dataList: readonly { readonly id: string }[] }): string {
  if (!first) throw new Error('the demo has made everything that projects lead to')
  return first.id
}

const reading = (title: string): TaskWish & { kind: ProjectTaskInput['kind'] } => ({
  kind: 'material',
  title,
  content: { html: '<p>请先阅读本说明，了解培训的目标、安排和考核方式，有疑问时联系所在部门的培训负责人。</p>' },
})

type Stages = readonly (readonly [title: string, tasks: TaskWish[]])[]

function stagesOf({ courseId, examId, practiceId, questionnaireId }: Found, at: (days: number) => string): Stages {
  const session = { place: '培训中心一号教室', beginTime: at(3), endTime: at(3 + 1 / 8), places: 30, lecturer: '安全环保部' }
  return [
    [
      '入门',
      [
        { kind: 'course', targetId: courseId, dueTime: at(2) },
        { ...reading('培训须知'), isRequired: false },
      ],
    ],
    [
      '练习与反馈',
      [
        { kind: 'practice', targetId: practiceId, rule: { answeredPercent: 60, countsEarlier: true } },
        { kind: 'questionnaire', targetId: questionnaireId, isRequired: false, rule: { countsEarlier: true } },
      ],
    ],
    [
      '实操与考核',
      [
        { kind: 'session', title: '消防器材实操', session },
        { kind: 'exam', targetId: examId, rule: { needs: 'passed' }, weight: 2 },
      ],
    ],
  ]
}

async function makeProject(
  admin: DemoClient,
  fields: z.input<(typeof project)['create']['input']>,
  stages: Stages,
): Promise<string> {
  const { id: projectId } = await admin.call(project.create, { notifyJoin: false, ...fields })
  for (const [title, tasks] of stages) {
    const { id: stageId } = await admin.call(projectStages.create, { projectId, title })
    await admin.call(projectTasks.createList, { projectId, stageId, tasks })
  }
  return projectId
}

async function takeIn(stage: Stage, admin: DemoClient, projectId: string, people: readonly { id: string }[]): Promise<void> {
  await admin.call(projectStaff.create, { projectId, staffIds: people.map(({ id }) => id) })
  await admin.call(project.upShelf, { id: projectId })
  await stage.runJobs()
}
