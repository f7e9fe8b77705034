import { dayIn, defaultTimeZone, startOfDay } from '@kaopei/contract'
import { teacherCategory } from '@kaopei/instructor/contract/category'
import { cooperation } from '@kaopei/instructor/contract/cooperation'
import { teacherGrowth } from '@kaopei/instructor/contract/growth'
import { teacherHours } from '@kaopei/instructor/contract/hours'
import { schedule, teacherBooking } from '@kaopei/instructor/contract/schedule'
import { teacher } from '@kaopei/instructor/contract/teacher'
import { teacherFile } from '@kaopei/instructor/contract/teacher-file'
import { questionnaireLearn as learn } from '@kaopei/questionnaire/contract/learn'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import type { DemoClient } from './client.ts'
import type { DemoCompany } from './company.ts'
import { emptyPage, keepDemoFile } from './keep-file.ts'
import type { Stage } from './stage.ts'

const dayMs = 86_400_000

const external = [
  { name: '钱立群', institution: '北方理工大学', title: '教授', phone: '13911110001', perHour: 800 },
  { name: '孙晓梅', institution: '安信安全技术服务公司', title: '注册安全工程师', phone: '13911110002', perHour: 600 },
  { name: '周海涛', institution: '安信安全技术服务公司', title: '高级技师', phone: '13911110003', perHour: 500 },
] as const

const topics = [
  '用电安全与触电急救',
  '新员工安全须知',
  '现场管理与 5S',
  '班组长沟通技巧',
  '消防器材使用',
  '质量意识提升',
] as const

/** Ten instructors with their time: what they taught is confirmed and settled, rated; some files end soon, one proposal waits. */
export async function makeDemoInstructors(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  const admin = stage.as(company.admin, true)
  stage.now = new Date(today.getTime() - 40 * dayMs)
  const ids = await makePeople(admin, company)
  await keepFiles(stage, company, ids, today)
  for (const [place, teacherId] of ids.entries()) await plan(stage, admin, { teacherId, place, today })
  await rate(stage, admin, company, ids.slice(0, 3))
  await admin.call(teacherGrowth.saveStandard, {
    ...{ level: 3, minHours: 4, minRating: 4, minRatedCount: 5, months: 12, needsQualification: true, version: 0 },
  })
  const organiser = stage.as(
    { id: company.marker.id, name: company.marker.name, loginAccount: company.marker.loginAccount },
    true,
  )
  await organiser.call(teacherGrowth.propose, { teacherId: ids[0] ?? '', reason: '授课效果好，现场学员反馈积极' })
  stage.now = today
}

async function makePeople(admin: DemoClient, company: DemoCompany): Promise<string[]> {
  const { id: skills } = await admin.call(teacherCategory.saveOrUpdate, { name: '专业技能' })
  const { id: safety } = await admin.call(teacherCategory.saveOrUpdate, { name: '安全环保', parentId: skills })
  const { id: leading } = await admin.call(teacherCategory.saveOrUpdate, { name: '管理能力' })
  const tags: string[] = []
  for (const name of ['实操', '案例教学', '互动好']) tags.push((await admin.call(teacherCategory.saveOrUpdateTag, { name })).id)
  const staffIds = company.staff.slice(40, 47).map(({ id }) => id)
  await admin.call(teacher.createBatch, {
    staffIds: staffIds.slice(0, 3),
    level: 2,
    categoryId: safety,
    tagIds: tags.slice(0, 2),
  })
  await admin.call(teacher.createBatch, { staffIds: staffIds.slice(3), level: 1, categoryId: leading, tagIds: tags.slice(2) })
  const ids = [...staffIds]
  for (const { perHour, ...person } of external) {
    const { id } = await admin.call(teacher.create, {
      origin: 2,
      ...person,
      level: 3,
      categoryId: safety,
      keeperId: company.admin.id,
    })
    await admin.call(cooperation.create, {
      ...{ teacherId: id, institution: person.institution, beginDate: '2026-01-01', endDate: '2027-12-31' },
      rates: [{ validFrom: '2026-01-01', perHour }],
    })
    ids.push(id)
  }
  for (const teacherId of staffIds)
    await admin.call(cooperation.create, {
      ...{ teacherId, beginDate: '2026-01-01', note: '内部讲师课酬' },
      rates: [
        { validFrom: '2026-01-01', perHour: 150 },
        { validFrom: '2026-09-01', perHour: 180 },
      ],
    })
  return ids
}

async function keepFiles(stage: Stage, { admin: author }: DemoCompany, ids: readonly string[], today: Date): Promise<void> {
  const admin = stage.as(author, true)
  const later = (days: number) => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10)
  for (const [place, days] of [400, 25, 6, 55, 700].entries()) {
    const name = ['注册安全工程师证', '高级电工证', '特种作业操作证', '急救员证', '企业培训师证'][place] ?? ''
    const file = { name: `${name}.pdf`, contentType: 'application/pdf', purpose: 'attachment', body: emptyPage }
    const fileId = await keepDemoFile(stage, author.id, file)
    await admin.call(teacherFile.reUploadTeacherFile, {
      ...{ teacherId: ids[place === 0 ? 0 : place + 4] ?? '', fileId, kind: 1, name },
      ...{ validFrom: '2024-01-01', validUntil: later(days) },
    })
  }
}

interface Planned {
  readonly teacherId: string
  readonly place: number
  readonly today: Date
}

/** A usual week, what was taught in the last weeks, what is to come, a day off. */
async function plan(stage: Stage, admin: DemoClient, { teacherId, place, today }: Planned): Promise<void> {
  const weekHours = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, fromMinute: 540, toMinute: 720 },
    { weekday, fromMinute: 810, toMinute: 1080 },
  ])
  await admin.call(schedule.saveWeek, { teacherId, weekHours })
  const midnight = startOfDay(dayIn(today, defaultTimeZone), defaultTimeZone).getTime()
  const at = (days: number, hour: number) => new Date(midnight + days * dayMs + hour * 3_600_000).toISOString()
  const title = topics[place % topics.length] ?? ''
  const book = (days: number, [from, to]: readonly [number, number]) =>
    admin.call(teacherBooking.create, {
      teacherId,
      title,
      place: '培训中心一号教室',
      beginTime: at(days, from),
      endTime: at(days, to),
    })
  const taught = place % 3 === 2 ? [-9] : [-23, -16, -9]
  const held: { bookingId: string; day: string }[] = []
  for (const days of taught) {
    const { id: bookingId } = await book(days, [9, 11 + (place % 2) / 2])
    stage.now = new Date(at(days, 12))
    await admin.call(teacherBooking.hold, { id: bookingId })
    held.push({ bookingId, day: dayIn(new Date(at(days, 12)), defaultTimeZone) })
  }
  stage.now = new Date(today.getTime() - dayMs)
  const lines = held.slice(0, place % 4 === 3 ? 0 : 2)
  if (lines.length > 0) await admin.call(teacherHours.confirm, { lines })
  if (place % 2 === 0) {
    const month = lines[0]?.day.slice(0, 7)
    if (month) await admin.call(teacherHours.settle, { month, teacherIds: [teacherId] })
  }
  await book(2 + (place % 5), [14, 16])
  if (place % 3 === 0)
    await admin.call(schedule.addRange, { teacherId, kind: 2, beginTime: at(7, 0), endTime: at(8, 0), reason: '外出开会' })
}

/** A named questionnaire of the template 讲师评价 for each, answered by some ten people. */
async function rate(stage: Stage, admin: DemoClient, company: DemoCompany, ids: readonly string[]): Promise<void> {
  const templates = await admin.call(questionnaire.templates)
  const template = templates.find(({ key }) => key === 'instructor')
  if (!template) throw new Error('there is a template for instructors')
  for (const [place, instructorId] of ids.entries()) {
    const { id, version } = await admin.call(questionnaire.addOrUpdate, {
      name: `讲师评价：${topics[place] ?? ''}`,
      instructorId,
    })
    await admin.call(questionnaire.saveDefinition, { id, version, definition: template.definition })
    await admin.call(questionnaire.publish, { id })
    for (const [index, person] of company.staff.slice(60, 72).entries()) {
      const high = 5 - ((index + place) % 3 === 0 ? 1 : 0)
      const rows = { r1: high, r2: 4, r3: high, r4: 5 - (index % 2), r5: 4 }
      const answers = { skills: { rows }, overall: high, again: { choices: ['o1'] } }
      await stage.as(person).call(learn.submit, { questionnaireId: id, answers })
    }
  }
  await stage.runJobs()
}
