import { certificate } from '@kaopei/certificate/contract/certificate'
import type { Box } from '@kaopei/certificate/contract/layout'
import { portrait } from '@kaopei/certificate/contract/portrait'
import { rule } from '@kaopei/certificate/contract/rule'
import { template } from '@kaopei/certificate/contract/template'
import { course } from '@kaopei/course/contract/course'
import { exam } from '@kaopei/exam/contract/exam'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import { keepDemoFile } from './keep-file.ts'
import { paintedPhoto } from './painted-photo.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000

/** Three templates, one with a photo; rules of an exam, a course and by hand; certificates that are valid, over, revoked and superseded. */
export async function makeDemoCertificates(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  const admin = stage.as(company.admin, true)
  stage.now = new Date(today.getTime() - 400 * day)
  const landscape = await makeTemplate(admin, '安全生产合格证', 297, 210)
  const card = await makeTemplate(admin, '特种作业上岗证', 85.6, 54)
  const byHand = { kind: 'hand' as const, renewBeforeDays: 60, remindDays: [60, 30, 7] }
  const yearly = await admin.call(rule.create, {
    ...{ ...byHand, name: '特种作业上岗证（年度）', templateId: card, numberPattern: '特作{year}-{seq:4}', validityMonths: 12 },
  })
  await give(admin, yearly.id, company.staff.slice(60, 66), { source: '叉车作业现场考核', level: '合格' })
  stage.now = new Date(today.getTime() - 20 * day)
  const given = await give(admin, yearly.id, [...company.candidates, ...company.staff.slice(66, 90)], {
    ...{ source: '动火作业现场考核', level: '合格' },
  })
  const [first, second] = given
  if (first) await admin.call(certificate.revoke, { ids: [first], reason: '复核发现现场考核记录不完整' })
  if (second) await admin.call(certificate.reissue, { id: second, reason: '姓名更正' })
  await giveWithPhotos(stage, company)
  stage.now = today
  await followExamAndCourse(stage, admin, landscape)
}

/** Some have photos and get theirs; the others wait for one, candidates are asked for it. */
async function giveWithPhotos(stage: Stage, company: DemoCompany): Promise<void> {
  const admin = stage.as(company.admin, true)
  const templateId = await makeTemplate(admin, '特种设备作业人员证', 148, 105, photoBox)
  const { id: ruleId } = await admin.call(rule.create, {
    ...{ name: '特种设备作业人员证（带照片）', templateId, kind: 'hand' as const },
    ...{ numberPattern: 'TS{year}{seq:5}', validityMonths: 48, renewBeforeDays: 90, remindDays: [90, 30] },
  })
  const people = company.staff.slice(40, 48)
  for (const [place, { id: staffId }] of people.slice(0, 5).entries()) {
    const photo = { name: `${place + 1}.png`, contentType: 'image/png', purpose: 'portrait', body: paintedPhoto(place) }
    await admin.call(portrait.save, { staffId, fileId: await keepDemoFile(stage, company.admin.id, photo) })
  }
  const staffIds = [...people, ...company.candidates].map(({ id }) => id)
  const facts = { source: '叉车作业（N1）考核', level: '合格', missingPhoto: 'wait' as const }
  await admin.call(certificate.issue, { ruleId, staffIds, departmentIds: [], filters: [], ...facts })
  await admin.call(portrait.ask, { ids: company.candidates.map(({ id }) => id) })
}

/** Left of the words. */
const photoBox: Box = { id: 'photo', kind: 'portrait', x: 14, y: 30, width: 25, height: 35 }
const besidePhoto: readonly string[] = ['name', 'words']
const wordsLeft = 43

/** By themselves: whoever has passed or completed it before gets one now. */
async function followExamAndCourse(stage: Stage, admin: DemoClient, templateId: string): Promise<void> {
  const page = { pageIndex: 1, pageSize: 1 }
  const exams = await admin.call(exam.list, { ...page, status: examStatus.ended })
  const courses = await admin.call(course.courseList, { ...page, title: '新员工入职安全培训' })
  const wishes = [
    { name: '安全生产考试合格证', kind: 'exam' as const, targetId: exams.dataList[0]?.id, numberPattern: 'AQ-{year}-{seq:4}' },
    {
      name: '入职安全培训结业证',
      kind: 'course' as const,
      targetId: courses.dataList[0]?.id,
      numberPattern: 'RZ-{year}-{seq:4}',
    },
  ]
  for (const { targetId, ...wish } of wishes) {
    if (targetId === undefined) continue
    const { id } = await admin.call(rule.create, { ...wish, templateId, targetId, validityMonths: 24, remindDays: [30, 7] })
    await admin.call(rule.fill, { id })
  }
  await stage.runJobs()
}

async function makeTemplate(admin: DemoClient, name: string, width: number, height: number, more?: Box): Promise<string> {
  const { id } = await admin.call(template.create, { name, width, height })
  const { layout, version } = await admin.call(template.detail, { id })
  const pages = layout.pages.map((page) => ({
    ...page,
    boxes: [
      ...page.boxes.map((box) => {
        if (box.kind !== 'text') return box
        if (box.id === 'title') return { ...box, text: name }
        return more && besidePhoto.includes(box.id) ? { ...box, x: wordsLeft, width: width - wordsLeft - more.x } : box
      }),
      ...(more ? [more] : []),
    ],
  }))
  const saved = await admin.call(template.save, { id, version, name, layout: { ...layout, pages } })
  await admin.call(template.publish, { id, version: saved.version })
  return id
}

async function give(
  admin: DemoClient,
  ruleId: string,
  people: readonly DemoStaff[],
  facts: { readonly source: string; readonly level: string },
): Promise<string[]> {
  const staffIds = people.map(({ id }) => id)
  await admin.call(certificate.issue, { ruleId, staffIds, departmentIds: [], filters: [], ...facts })
  const { dataList } = await admin.call(certificate.list, { ruleId, pageSize: 50 })
  return dataList.map(({ id }) => id)
}
