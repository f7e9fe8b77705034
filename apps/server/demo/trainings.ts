import { course } from '@kaopei/course/contract/course'
import { exam } from '@kaopei/exam/contract/exam'
import { practice } from '@kaopei/practice/contract/practice'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import { projectCategory } from '@kaopei/training/contract/category'
import { attendanceState } from '@kaopei/training/contract/codes'
import { projectNotice } from '@kaopei/training/contract/notice'
import { project } from '@kaopei/training/contract/project'
import { projectSession } from '@kaopei/training/contract/session'
import { projectSettling, projectStaff } from '@kaopei/training/contract/staff'
import { type ProjectTaskInput, projectStages, projectTasks } from '@kaopei/training/contract/stage-task'
import type { z } from 'zod'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
type TaskWish = z.input<(typeof projectTasks)['createList']['input']>['tasks'][number]

/** A project half-way with every kind of task, in which counts what people have learnt, practised and answered before, and an archived one. */
export async function makeDemoTrainings(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  const admin = stage.as(company.admin, true)
  const found = await foundIn(admin)
  stage.now = new Date(today.getTime() - 20 * day)
  const at = (days: number) => new Date(today.getTime() + days * day).toISOString()
  const { id: categoryId } = await admin.call(projectCategory.create, { name: '新员工培养' })
  const running = await makeProject(
    admin,
    { name: '新员工融入计划', categoryId, beginTime: at(-20), endTime: at(25), information: '<p>一个月内完成三个阶段。</p>' },
    stagesOf(found, at),
  )
  await admin.call(projectTasks.unlockModel, { projectId: running, unlockOrder: 'groups' })
  await takeIn(stage, admin, running, [...company.candidates, ...company.staff.slice(20, 50)])
  await lead(stage, admin, { projectId: running, people: company.staff.slice(20, 50), today })
  stage.now = new Date(today.getTime() - 5 * day)
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
  const exams = await admin.call(exam.list, { ...page, name: '新员工入职培训结业考试' })
  const practices = await admin.call(practice.listByPage, { ...page, name: '安全生产每日一练' })
  const questionnaires = await admin.call(questionnaire.list, { ...page, name: '安全培训效果反馈' })
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
        { kind: 'session', title: '岗位安全交底', session: { ...session, beginTime: at(-6), endTime: at(-6 + 1 / 8) } },
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

interface Led {
  readonly projectId: string
  readonly people: readonly DemoStaff[]
  readonly today: Date
}

/** What organisers do on the way: a ladder of reminders, a session with its list, an exemption, a stage opened for one. */
async function lead(stage: Stage, admin: DemoClient, { projectId, people, today }: Led): Promise<void> {
  await admin.call(projectNotice.setRules, {
    ...{ projectId, beforeDays: [3], isAtDue: true, afterDays: [7], unbegunDays: [5] },
  })
  const { stages } = await admin.call(projectTasks.list, { projectId })
  const tasks = stages.flatMap((one) => one.tasks)
  const idOf = (title: string) => tasks.find((task) => task.title === title)?.id ?? ''
  stage.now = new Date(today.getTime() - 6 * day + day / 8)
  const task = idOf('岗位安全交底')
  const attend = (state: 2 | 3 | 4, staff: readonly DemoStaff[], reason = '现场签到') =>
    admin.call(projectSession.setAttendance, { task, state, reason, staffIds: staff.map(({ id }) => id) })
  await attend(attendanceState.present, people.slice(0, 18))
  await attend(attendanceState.late, people.slice(18, 21), '交接班')
  await attend(attendanceState.onLeave, people.slice(21, 23), '病假')
  await admin.call(projectSession.close, { task })
  stage.now = new Date(today.getTime() - 5.5 * day)
  const one = (staff: DemoStaff | undefined) => (staff ? [staff.id] : [])
  await admin.call(projectSettling.exempt, {
    ...{ projectId, taskId: idOf('消防器材实操'), staffIds: one(people[2]), reason: '持有有效的消防设施操作员证书' },
  })
  await admin.call(projectSettling.open, {
    ...{ projectId, taskId: stages[2]?.id ?? '', staffIds: one(people[5]), reason: '即将外派，提前参加考核' },
  })
  await stage.runJobs()
}

async function takeIn(stage: Stage, admin: DemoClient, projectId: string, people: readonly { id: string }[]): Promise<void> {
  await admin.call(projectStaff.create, { projectId, staffIds: people.map(({ id }) => id) })
  await admin.call(project.upShelf, { id: projectId })
  await stage.runJobs()
}
