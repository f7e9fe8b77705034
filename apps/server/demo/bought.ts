import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bought, courseSale } from '@kaopei/course/contract/bought'
import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { courseStaff } from '@kaopei/course/contract/course-staff'
import type { DemoCompany, DemoStaff } from './company.ts'
import { addDemoCourseware, demoFilm, isReady } from './coursewares.ts'
import { doTask, tasksOf } from './learning.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
const courseName = '消防安全通用课（平台精品课）'

/** A course of the platform's, bought with twenty seats: some are used, some wait, some were taken back. `seller` is the platform's company. */
export async function makeDemoBought(
  stage: Stage,
  company: DemoCompany,
  { seller, today }: { readonly seller: Stage; readonly today: Date },
): Promise<void> {
  seller.now = new Date(today.getTime() - 25 * day)
  await sell(seller, company.id, today)
  stage.now = new Date(today.getTime() - 20 * day)
  const admin = stage.as(company.admin, true)
  const [row] = (await admin.call(bought.list, { pageIndex: 1, pageSize: 1 })).dataList
  if (!row) throw new Error(`${courseName} was not bought`)
  const { courseId } = row
  const people = [...company.candidates, ...company.staff.slice(60, 71)]
  await admin.call(courseStaff.updateCourseStaff, { courseId, staffIds: people.map(({ id }) => id) })
  for (const [place, person] of people.slice(1, 9).entries()) {
    stage.now = new Date(today.getTime() - (18 - place) * day)
    const [film, slides] = await tasksOf(stage.as(person), courseId)
    if (film) await doTask(stage, person, { course: courseId, task: film.id }, film, place % 2 === 0 ? 1 : 0.5)
    if (slides && place % 2 === 0) await doTask(stage, person, { course: courseId, task: slides.id }, slides)
  }
  await stage.runJobs()
  stage.now = new Date(today.getTime() - 3 * day)
  await admin.call(courseStaff.courseStaffDelete, { courseId, staffIds: people.slice(-2).map(({ id }) => id) })
  stage.now = today
}

async function sell(seller: Stage, companyId: string, today: Date): Promise<void> {
  const manager = await managerOf(seller)
  const platform = seller.as(manager, true)
  const at = (days: number) => new Date(today.getTime() + days * day).toISOString()
  // Of a start that was killed half way it is there.
  const [before] = (await platform.call(course.courseList, { pageIndex: 1, pageSize: 1, title: courseName })).dataList
  const courseId = before?.id ?? (await writeCourse(seller, manager))
  const terms = { limitType: 1 as const, limitCount: 20, validFrom: at(-24), validUntil: at(341), startWithinDays: 60 }
  await platform.call(courseSale.create, { companyId, courseId, ...terms })
}

async function writeCourse(seller: Stage, manager: Pick<DemoStaff, 'id' | 'name' | 'loginAccount'>): Promise<string> {
  const platform = seller.as(manager, true)
  const facts = { contributor: [{ staffId: manager.id }] }
  const made = (name: string, body: Buffer) => addDemoCourseware(seller, manager.id, { name, body, facts })
  const film = await made('火灾疏散须知.mp4', demoFilm())
  const slides = await made('劳动防护用品使用规范.pdf', readFileSync(join(import.meta.dirname, 'media/protection.pdf')))
  await seller.runJobs()
  const { id: courseId } = await platform.call(course.courseEdit, {
    courseName,
    descript: '<p>适用于各行业全体员工的消防通用课，含视频与图文规范。</p>',
  })
  const tasks = [
    { kind: 'courseware' as const, title: '火灾疏散须知', targetId: film },
    ...((await isReady(seller, slides)) ? [{ kind: 'courseware' as const, title: '防护用品规范', targetId: slides }] : []),
  ]
  await platform.call(courseOutlineCalls.courseChapterEdit, { courseId, title: '消防通用知识', tasks })
  await platform.call(course.upShelf, { id: courseId })
  return courseId
}

async function managerOf(seller: Stage): Promise<Pick<DemoStaff, 'id' | 'name' | 'loginAccount'>> {
  const rows = await seller.rows<{ id: string; name: string }>(
    `select id, name from org.staff where company_id = $1 and login_account = 'admin'`,
    [seller.companyId],
  )
  const [manager] = rows
  if (!manager) throw new Error('the platform has no administrator')
  return { ...manager, loginAccount: 'admin' }
}
