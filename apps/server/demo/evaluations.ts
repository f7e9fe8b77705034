import { evaluationLearn as learn } from '@kaopei/evaluation/contract/answering'
import { appointment, appointmentPeople } from '@kaopei/evaluation/contract/appointment'
import { raterRole } from '@kaopei/evaluation/contract/codes'
import { scale } from '@kaopei/evaluation/contract/scale'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
const firstDevice = 'browser-demo0001:tab-1'
/** Enough for a norm of the company's own, and some who are compared with it. */
const takers = 108
const atOnce = 12
const markers = 50

/** Both scales that the product brings along: personality of many, so that there is a norm, and a manager whom ten people rate. */
export async function makeDemoEvaluations(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 6 * day)
  const people = company.staff.slice(0, takers + 12)
  await personality(stage, company, people.slice(0, takers))
  stage.now = new Date(today.getTime() - 3 * day)
  await round(stage, company, people)
  stage.now = today
}

async function personality(stage: Stage, company: DemoCompany, people: readonly DemoStaff[]): Promise<void> {
  const admin = stage.as(company.admin, true)
  const { id: scaleId } = await admin.call(scale.addShipped, { key: 'ipip50' })
  const { id } = await admin.call(appointment.save, {
    name: '新员工自我认识',
    scaleId,
    purpose: '帮助新员工了解自己的工作风格',
    itemsAPage: 5,
  })
  await admin.call(appointmentPeople.add, { id, staffIds: people.map((person) => person.id) })
  await admin.call(appointment.open, { id })
  for (let first = 0; first < people.length; first += atOnce)
    await Promise.all(
      people
        .slice(first, first + atOnce)
        .map((person, at) => answer(stage, person, { count: 50, place: first + at, isCareless: first + at === 7 })),
    )
}

async function round(stage: Stage, company: DemoCompany, people: readonly DemoStaff[]): Promise<void> {
  const admin = stage.as(company.admin, true)
  const [manager, superior, ...others] = people
  if (!manager || !superior) throw new Error('演示员工不足')
  const { id: scaleId } = await admin.call(scale.addShipped, { key: 'manager30' })
  const { id } = await admin.call(appointment.save, {
    name: '管理者 360° 评价',
    scaleId,
    mode: 2,
    purpose: '了解管理行为，制定发展计划',
    itemsAPage: 5,
  })
  await admin.call(appointmentPeople.add, { id, staffIds: [manager.id] })
  const [peers, reports] = [others.slice(0, 4), others.slice(4, 9)]
  const rate = (role: 2 | 3 | 4, raters: readonly DemoStaff[]) =>
    admin.call(appointmentPeople.addRaters, { id, staffId: manager.id, role, raterStaffIds: raters.map((one) => one.id) })
  await rate(raterRole.superior, [superior])
  await rate(raterRole.peer, peers)
  await rate(raterRole.report, reports)
  await admin.call(appointment.open, { id })
  for (const [place, person] of [manager, superior, ...peers, ...reports].entries())
    await answer(stage, person, { count: 30, place, isCareless: false })
  await admin.call(appointment.close, { id })
}

interface Answering {
  readonly count: number
  readonly place: number
  readonly isCareless: boolean
}

/** The same for the same person in every demo company: a leaning of their own, and a little of everything. */
async function answer(stage: Stage, person: DemoStaff, { count, place, isCareless }: Answering): Promise<void> {
  const client = stage.as(person)
  const { dataList } = await client.call(learn.mine, { only: 'open', pageSize: 100 })
  const raterId = dataList.find(({ itemCount }) => itemCount === count)?.raterId
  if (!raterId) throw new Error('没有待作答的测评')
  await answerSheet(stage, person, raterId, { count, place, isCareless })
}

export async function answerSheet(
  stage: Stage,
  person: DemoStaff,
  raterId: string,
  { count, place, isCareless }: Answering,
): Promise<void> {
  const client = stage.as(person)
  const { consent } = await client.call(learn.open, { raterId, device: firstDevice })
  await client.call(learn.begin, {
    raterId,
    device: firstDevice,
    consentVersion: consent.versionNumber,
    retentionMonths: consent.retentionMonths,
  })
  const items = Array.from({ length: count }, (_, at) => ({
    ...{ slot: at + 1, option: isCareless ? 2 : optionOf(place, at, count), baseRev: 0, clientSeq: at + 1 },
    clientTime: new Date(stage.now.getTime() + at * (isCareless ? 700 : 4000 + ((place + at) % 5) * 900)).toISOString(),
  }))
  await client.call(learn.save, { raterId, leaseEpoch: 1, items })
  await client.call(learn.submit, { raterId, leaseEpoch: 1 })
}

/** The markers' items say by turns what each of five dimensions is more of, or less: read in the order that the scale has them. */
const lessOf = new Set([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 29, 30, 32, 34, 36, 38, 39, 44, 46, 49])

function optionOf(place: number, at: number, count: number): number {
  const leaning = ((place * 7 + (at % 5) * 11 + (place >> 2)) % 9) / 2
  const noise = ((place * 31 + at * 17) % 7) - 3
  const meant = Math.min(4, Math.max(0, Math.round(leaning + noise / 3)))
  return count === markers && lessOf.has(at + 1) ? 4 - meant : meant
}
