/** A 360° with five raters by link, of whom one leaves: what the person reads has three of them, and nothing tells the fourth. */

import { evaluationLink as link } from '@kaopei/evaluation/contract/answering-link'
import { appointment, appointmentPeople } from '@kaopei/evaluation/contract/appointment'
import { raterRole } from '@kaopei/evaluation/contract/codes'
import { evaluationResult } from '@kaopei/evaluation/contract/result'
import { scale } from '@kaopei/evaluation/contract/scale'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator } from './api.ts'
import { logInAsCandidate } from './candidate.ts'
import { staffIdOf } from './course-desk.ts'
import { pictureOnFailure } from './sitting-desk.ts'

afterAll(() => dismissVisitors())

const stamp = Date.now().toString().slice(-9)
const name = `旅程 360° ${stamp}`
const phone = { width: 390, height: 844 }
const assessed = accountOf('考生', 0)

test('of five raters one leaves: the report has the three who are shown, and no figure tells the one who is not', async () => {
  pictureOnFailure()
  const admin = await administrator()
  const { id, peers, superior } = await arrange(admin)
  const [first = '', leaving = '', ...others] = peers
  for (const token of others) await answerByCall(admin, token, 4)
  await answerByCall(admin, superior, 0)

  const rater = await newVisitor(phone)
  await agreed(rater.page, first)
  await answered(rater.page)
  await rater.page.reload()
  await rater.page.getByText(/已答 3 \/ 3/).waitFor()
  await rater.page.getByRole('button', { name: '提交', exact: true }).click()
  await rater.page.getByText(/已提交，共作答 3 \/ 3 题/).waitFor()
  // The same link in another browser opens nothing.
  const stranger = await newVisitor(phone)
  await stranger.page.goto(`${inject('baseUrl')}/candidate/evaluate?token=${first}`)
  await stranger.page.getByText('已在另一台设备上打开').waitFor()

  const gone = await newVisitor(phone)
  await agreed(gone.page, leaving)
  await answered(gone.page)
  await gone.page.getByRole('button', { name: '退出评价' }).click()
  await gone.page.getByRole('button', { name: '确定退出' }).click()
  await gone.page.getByText('您已退出，作答已删除，不计入结果。').waitFor()

  await admin.call(appointment.close, { id })
  await readByPerson()
  await readByOrganiser(id)
  const { dataList } = await admin.call(evaluationResult.list, { keyWords: name })
  const { report } = await admin.call(evaluationResult.detail, { evaluationResultId: dataList[0]?.evaluationResultId ?? '' })
  // Three peers said 5; the superior's 1 is in no total, no dimension and no behaviour.
  expect([report.totalCount, report.dimensions[0]?.mean, report.items.map(({ mean }) => mean)]).toEqual([3, 5, [5, 5, 5]])
  expect(report.dimensions[0]?.groups).toEqual([{ role: raterRole.peer, n: 3, mean: 5 }])
})

async function agreed(page: Page, token: string): Promise<void> {
  await page.goto(`${inject('baseUrl')}/candidate/evaluate?token=${token}`)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '开始作答' }).click()
}

/** By the keyboard, as on a laptop; the layout is the phone's. */
async function answered(page: Page): Promise<void> {
  for (const text of ['说话算数', '愿意倾听', '及时反馈']) {
    await page.getByText(text).waitFor()
    await page.keyboard.press('5')
  }
  await page.getByText('已保存').first().waitFor()
}

async function readByPerson(): Promise<void> {
  const { page } = await newVisitor(phone)
  await logInAsCandidate(page, assessed)
  await page.goto(`${inject('baseUrl')}/candidate/evaluations`)
  await page.getByRole('button', { name: '我的结果' }).click()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByText('评价人 3 人（每组满三人才显示）').waitFor()
  await page.getByText('他评均分 5，同级 5（3 人）').waitFor()
  expect(await page.getByText('上级').count()).toBe(0)
}

async function readByOrganiser(id: string): Promise<void> {
  const { page, problems } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  await page.goto(`${inject('baseUrl')}/application/testCenter/assessmentDetails?id=${id}`)
  await page.getByText(/4 \/ 4 已提交，1 人退出/).waitFor()
  expect(problems).toEqual([])
}

interface Arranged {
  readonly id: string
  readonly peers: readonly string[]
  readonly superior: string
}

async function arrange(admin: DemoClient): Promise<Arranged> {
  const items = ['说话算数', '愿意倾听', '及时反馈'].map((text, at) => ({ id: `q${at}`, text }))
  const { id: scaleId } = await admin.call(scale.save, {
    ...{ name: `旅程量表 ${stamp}`, kind: 2, licence: '自有', source: '自编' },
    definition: {
      consent: { purpose: '发展', readers: '本人与授权人员' },
      options: [1, 2, 3, 4, 5].map((value) => ({ value, text: `程度 ${value}` })),
      items,
      dimensions: [{ id: 'd', name: '沟通', items: items.map(({ id }) => ({ item: id })) }],
    },
  })
  await admin.call(scale.publish, { id: scaleId })
  const { id } = await admin.call(appointment.save, { name, scaleId, mode: 2 })
  const staffId = await staffIdOf(admin, assessed.account)
  await admin.call(appointmentPeople.add, { id, staffIds: [staffId] })
  await admin.call(appointment.open, { id })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const invited = async (called: string, role: 2 | 3) => {
    const { url } = await admin.call(appointmentPeople.addLink, { id, staffId, role, name: called, expiresAt })
    return new URL(url, inject('baseUrl')).searchParams.get('token') ?? ''
  }
  const peers = []
  for (const called of ['同事甲', '同事乙', '同事丙', '同事丁']) peers.push(await invited(called, raterRole.peer))
  return { id, peers, superior: await invited('主管', raterRole.superior) }
}

async function answerByCall(client: DemoClient, token: string, option: number): Promise<void> {
  const device = 'browser-journey1:tab-1'
  const { deviceKey, consent } = await client.call(link.open, { token, device })
  await client.call(link.begin, {
    token,
    deviceKey,
    device,
    consentVersion: consent.versionNumber,
    retentionMonths: consent.retentionMonths,
  })
  const items = [0, 1, 2].map((at) => ({ slot: at + 1, option, baseRev: 0, clientSeq: at + 1 }))
  await client.call(link.save, { token, deviceKey, leaseEpoch: 1, items })
  await client.call(link.submit, { token, deviceKey, leaseEpoch: 1 })
}
