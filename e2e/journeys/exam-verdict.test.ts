/** What becomes of a mark: agreed to, taken, marked, proposed, confirmed by a second person, told, appealed with a file, taken back by a third; and the pack that proves it. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { role } from '@kaopei/access/contract/role'
import { rolePeople } from '@kaopei/access/contract/role-people'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { evidence } from '@kaopei/proctoring/contract/evidence/evidence'
import { review } from '@kaopei/proctoring/contract/review'
import { verdicts } from '@kaopei/proctoring/contract/verdicts/verdicts'
import { results } from '@kaopei/result/contract/results'
import type { Browser, Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { unzipped } from '../../domains/proctoring/server/evidence/factories.ts'
import { launchLight, watch } from '../browser.ts'
import { mailAbout } from '../mails.ts'
import { accountOf, logInToConsole } from '../people.ts'
import type { DemoAccount } from '../setup.ts'
import type { signedIn } from './api.ts'
import { logInAsCandidate } from './candidate.ts'
import { newcomer } from './newcomers.ts'
import { choose, handInAndSee, saved } from './sitting-desk.ts'
import { openExam, usualQuestions } from './sitting-exam.ts'

/** One browser for all four, with a camera that is none. */
const browser: Promise<Browser> = launchLight('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream')
afterAll(async () => (await browser).close())

async function newPerson(): Promise<{ page: Page; problems: string[] }> {
  const context = await (await browser).newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  return { page, problems: watch(page) }
}

type Admin = Awaited<ReturnType<typeof signedIn>>

/** Somebody new who may do what the administrator may. */
async function hireReviewer(admin: Admin, number: number): Promise<DemoAccount> {
  const reviewer = await newcomer(admin, `复核${number}`)
  const adminRole = (await admin.call(role.listRole, {})).find(({ code }) => code === 'admin')
  await admin.call(rolePeople.addRoleStaff, { roleId: adminRole?.id ?? '', staffIds: [reviewer.id] })
  return reviewer
}

async function sit(page: Page, examName: string): Promise<string> {
  await page.getByRole('button', { name: `进入考试：${examName}` }).click()
  const notice = page.getByRole('region', { name: '考试须知全文' })
  await notice.waitFor()
  await notice.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.getByRole('checkbox').check()
  await page.getByRole('group', { name: '摄像头照片' }).getByRole('radio', { name: '同意', exact: true }).check()
  await page.getByRole('button', { name: '确认并继续' }).click()
  await page.getByRole('button', { name: '开启摄像头' }).click()
  await page.getByRole('button', { name: '开始考试' }).click()
  await page.getByRole('timer').waitFor()
  const attemptId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (const number of [1, 2, 3, 4]) await choose(page, number, '甲')
  await saved(page)
  await page.getByText('已上传 1 · 待上传 0').waitFor()
  await handInAndSee(page)
  return attemptId
}

const casePage = (attemptId: string) =>
  `${inject('baseUrl')}/application/ote/markCheating-verdict?examinationResultId=${attemptId}`

test('from consent to appeal: a void is confirmed by a second person, told, appealed with a file and overturned by a third', async () => {
  const settings = { permitCamera: true }
  const exam = await openExam('裁定', 2, { settings, contents: (stamp) => usualQuestions(stamp).slice(0, 4) })
  const { admin, examId, name } = exam
  const { page: candidate, problems } = await newPerson()
  await logInAsCandidate(candidate, accountOf('考生', 2))
  const attemptId = await sit(candidate, name)
  const asked = { examinationResultId: attemptId }
  const figures = async () => {
    const { exceptionCount, cheatCount } = await admin.call(results.funnel, { examinationId: examId })
    const [row] = (await admin.call(results.list, { examinationId: examId, pageIndex: 1, pageSize: 10 })).dataList
    return { exceptionCount, cheatCount, score: row?.score, isPassed: row?.isPassed }
  }
  await expect.poll(figures, { timeout: 60_000 }).toEqual({ exceptionCount: 0, cheatCount: 0, score: 40, isPassed: true })

  await admin.call(review.open, { ...asked, reason: '抽查' })
  const [photograph] = (await admin.call(review.queryPhotographs, { ...asked, source: 2 })).dataList
  await admin.call(review.setCheatTag, {
    ...{ ...asked, cheatTag: 1, abnormalType: 5, tagType: 1 },
    abnormalOperationId: photograph?.id ?? '',
  })
  expect(await figures()).toMatchObject({ exceptionCount: 1, cheatCount: 0, score: 40 })
  const toldText = '09:12 的照片中，您正在使用手机。'
  await admin.call(verdicts.judge, { ...asked, verdict: 'void', reason: 'aid.device', evidence: ['mark'], toldText })

  const [second, third] = [await hireReviewer(admin, 1), await hireReviewer(admin, 2)]
  const { page: confirmer, problems: ofConfirmer } = await newPerson()
  await logInToConsole(confirmer, second)
  await confirmer.goto(casePage(attemptId))
  await confirmer.getByRole('button', { name: '确认裁定' }).click()
  await confirmer
    .getByRole('dialog', { name: '确认裁定' })
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await confirmer.getByText('裁定已确认，并已告知考生').waitFor()
  expect(await figures()).toMatchObject({ exceptionCount: 1, cheatCount: 1 })

  const mail = await mailAbout(`考试裁定通知：${name}`)
  expect(mail.html).toContain(toldText)
  expect(mail.html).toContain(`/candidate/verdict/${attemptId}`)
  await candidate.goto(`${inject('baseUrl')}/candidate/`)
  await candidate
    .getByRole('region', { name: `考试通知：${name}` })
    .getByRole('button', { name: '查看通知' })
    .click()
  await candidate.getByText('答卷作废，成绩无效').waitFor()
  await candidate.getByText(/^申诉截止：.*还有 [67] 天/).waitFor()
  await candidate.getByLabel('申诉理由').fill('照片中拿的是计算器，考场允许携带。')
  await candidate.getByLabel('选择申诉材料').setInputFiles([
    { name: '录音.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') },
    { name: '计算器说明.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF\n') },
  ])
  await candidate.getByText('录音.mp3：申诉材料只支持图片（.png、.jpg）、PDF 和 Word 文档').waitFor()
  await candidate.getByRole('button', { name: '删除 计算器说明.pdf' }).waitFor()
  await candidate.getByRole('button', { name: '提交申诉' }).click()
  await candidate.getByText('正在处理您的申诉').waitFor()

  await confirmer.reload()
  await confirmer.getByText('申诉中', { exact: false }).first().waitFor()
  expect(await confirmer.getByRole('button', { name: '裁决申诉' }).count()).toBe(0)
  const { page: decider, problems: ofDecider } = await newPerson()
  await logInToConsole(decider, third)
  await decider.goto(casePage(attemptId))
  const link = await decider.getByRole('link', { name: /计算器说明\.pdf/ }).getAttribute('href')
  const opened = await decider.request.get(new URL(link ?? '', inject('baseUrl')).href)
  expect((await opened.body()).toString()).toContain('%PDF-1.7')
  await decider.getByRole('button', { name: '裁决申诉' }).click()
  const dialog = decider.getByRole('dialog', { name: '裁决申诉' })
  await dialog.getByText('照片中拿的是计算器', { exact: false }).waitFor()
  await dialog.getByText('撤销裁定，恢复成绩').click()
  await dialog.getByLabel('答复考生的说明').fill('经核实，所持为允许携带的计算器。')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await decider.getByText('申诉已裁决，并已答复考生').waitFor()

  await candidate.reload()
  const course = candidate.getByRole('region', { name: '处理经过' })
  await course.getByText('申诉结果：撤销原裁定').waitFor()
  await course.getByRole('link', { name: '计算器说明.pdf' }).waitFor()
  await candidate.getByText('裁定已撤销，成绩已恢复').waitFor()
  expect((await mailAbout(`申诉结果：${name}`)).html).toContain('撤销原裁定')
  expect(await figures()).toEqual({ exceptionCount: 0, cheatCount: 0, score: 40, isPassed: true })
  for (const found of [problems, ofConfirmer, ofDecider]) expect(found).toEqual([])
  await packProves(admin, attemptId, decider)
})

/** The evidence pack of all this is verified without network, and one flipped byte of the photograph is named. */
async function packProves(admin: Admin, attemptId: string, page: Page): Promise<void> {
  const { jobId } = await admin.call(evidence.pack, { examinationResultId: attemptId, reason: '申诉归档' })
  let fileUrl = ''
  await expect
    .poll(
      async () => {
        const { dataList } = await admin.call(download.list, { pageIndex: 1, pageSize: 10 })
        if (dataList.find(({ id }) => id === jobId)?.state !== jobState.done) return false
        fileUrl = (await admin.call(download.link, { id: jobId })).fileUrl
        return true
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  const pack = await (await page.request.get(new URL(fileUrl, inject('baseUrl')).href)).body()
  const files = await unzipped(pack)
  const place = join(mkdtempSync(join(tmpdir(), 'kaopei-pack-')), 'verify.html')
  writeFileSync(place, files.get('verify.html') ?? '')
  await page.context().setOffline(true)
  await page.goto(pathToFileURL(place).href)
  const verdictOn = async (bytes: Buffer) => {
    await page.getByLabel('证据包').setInputFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer: bytes })
    await page.getByText(/核验(不)?通过：/).waitFor()
    return `${await page.locator('#verdict').innerText()} ${await page.locator('#steps').innerText()}`
  }
  const told = await verdictOn(pack)
  expect(told).toContain('核验通过：证据包完整，未被改动')
  expect(told).toContain('计算器说明.pdf')
  const [path, photograph] = [...files].find(([name]) => name.startsWith('pieces/first-picture-')) ?? ['', Buffer.alloc(0)]
  const flipped = Buffer.from(pack)
  const at = flipped.indexOf(photograph) + photograph.length - 9
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
  const found = await verdictOn(flipped)
  expect(found).toContain('核验不通过：发现 1 处问题')
  expect(found).toContain(`文件已被改动：${path}`)
}
