/** An exam is passed, a certificate comes by itself and is verified on a phone; the paper is regraded, somebody decides, and the page says so. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rule } from '@kaopei/certificate/contract/rule'
import { template } from '@kaopei/certificate/contract/template'
import { reviewTask } from '@kaopei/marking/contract/review-task'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { signedIn } from './api.ts'
import { answerEverything, enterExam, handIn, logInAsCandidate } from './candidate.ts'
import { pictureOnFailure } from './sitting-desk.ts'
import { openExam, usualQuestions } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

const folder = mkdtempSync(join(tmpdir(), 'kaopei-certificate-'))
const holder = 2

test('passed, issued, verified, regraded, proposed, revoked', async () => {
  pictureOnFailure()
  const exam = await openExam('取证', holder, {
    contents: (stamp) => usualQuestions(stamp).filter(({ type }) => type === 1 || type === 6),
    // The four choices earn 40: what was written decides.
    settings: { passScore: 45 },
  })
  await followed(exam)
  const { page: phone } = await newVisitor({ width: 390, height: 844 })
  await logInAsCandidate(phone, accountOf('考生', holder))
  await enterExam(phone, exam.name)
  await answerEverything(phone, '先断电，再挂牌，最后验电')
  await handIn(phone)
  await phone.waitForURL(/\/result\//)
  const marker = await signedIn(accountOf('阅卷老师'))
  const essay = await handedIn(marker, exam.examId)
  await mark(marker, essay, 10)

  const { file, address } = await taken(phone, exam.name)
  const { page: anybody } = await newVisitor({ width: 390, height: 844 })
  await anybody.goto(address)
  await anybody.getByRole('heading', { name: '有效', exact: true }).waitFor()
  await compared(anybody, file)

  const { task } = await marker.call(reviewTask.open, essay)
  await exam.admin.call(reviewTask.reopen, { ...essay, version: task.version, reason: '抄袭，重新评分' })
  await mark(marker, essay, 0)
  const { page: manager } = await newVisitor()
  await logInToConsole(manager, accountOf('企业管理员'))
  await decided(manager, exam.name)

  await anybody.reload()
  await anybody.getByRole('heading', { name: '已撤销' }).waitFor()
  expect(await anybody.getByText('抄袭').count()).toBe(0)
  await phone.getByRole('button', { name: '刷新' }).click()
  await phone.getByRole('listitem').filter({ hasText: exam.name }).getByText('已撤销').waitFor()
})

/** Where the written answer waits, soon after it was handed in. */
async function handedIn(marker: DemoClient, examId: string): Promise<{ attemptId: string; slot: number }> {
  const waiting = async () => (await marker.call(reviewTask.next, { examId })).task
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).not.toBeNull()
  const { attemptId = '', slot = 0 } = (await waiting()) ?? {}
  return { attemptId, slot }
}

async function mark(marker: DemoClient, key: { attemptId: string; slot: number }, score: number): Promise<void> {
  const { task } = await marker.call(reviewTask.open, key)
  await marker.call(reviewTask.saveScore, { ...key, version: task.version, score, keyPoints: {}, comment: '' })
}

async function followed({ admin, examId, name }: Awaited<ReturnType<typeof openExam>>): Promise<void> {
  const { id } = await admin.call(template.create, { name: `${name}证书`, width: 297, height: 210 })
  await admin.call(template.publish, { id, version: 1 })
  const wish = { name: `${name}规则`, templateId: id, kind: 'exam' as const, targetId: examId, numberPattern: `${name}-{seq:3}` }
  await admin.call(rule.create, wish)
}

/** The holder's PDF, and where it is verified on this machine. */
async function taken(phone: Page, examName: string): Promise<{ file: string; address: string }> {
  await phone.goto(`${inject('baseUrl')}/candidate/certificates`)
  const card = phone.getByRole('listitem').filter({ hasText: examName })
  await expect
    .poll(
      async () => {
        if ((await card.count()) === 0) await phone.getByRole('button', { name: '刷新' }).click()
        return card.count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(1)
  const link = await card.getByRole('link', { name: '验证页面' }).getAttribute('href')
  const [download] = await Promise.all([phone.waitForEvent('download'), card.getByRole('button', { name: '下载证书' }).click()])
  const file = join(folder, 'certificate.pdf')
  await download.saveAs(file)
  return { file, address: `${inject('baseUrl')}${new URL(link ?? '').pathname}` }
}

/** The file as it was issued, and with one byte changed. The page was opened before the file was made: it is asked anew. */
async function compared(anybody: Page, file: string): Promise<void> {
  await anybody.reload()
  const input = anybody.locator('input[type=file]')
  await input.setInputFiles(file)
  await anybody.getByText('文件由颁发单位生成，未被改动').waitFor()
  const altered = readFileSync(file)
  altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1
  const changed = join(folder, 'altered.pdf')
  writeFileSync(changed, altered)
  await input.setInputFiles(changed)
  await anybody.getByText('文件与颁发单位生成的不一致').waitFor()
}

async function decided(manager: Page, examName: string): Promise<void> {
  // While the paper waits to be marked anew, the cause is another one.
  const row = manager.getByRole('row').filter({ hasText: examName }).filter({ hasText: '重新评分后未达到要求' })
  await expect
    .poll(
      async () => {
        await manager.goto(`${inject('baseUrl')}/application/ote/certificateManage/proposals`)
        await manager.getByRole('heading', { name: '证书待处理' }).waitFor()
        await manager.getByRole('table').waitFor()
        return row.count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(1)
  await row.getByRole('checkbox').check()
  await manager.getByRole('button', { name: '撤销证书' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('原因').fill('重新评分后不合格')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('已撤销证书').waitFor()
}
