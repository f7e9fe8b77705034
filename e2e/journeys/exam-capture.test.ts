/** What an exam records: agreed to, got ready, taken while somebody answers, looked at for a reason and marked. */
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { dismissVisitors, launch, newVisitor, watch } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { logInAsCandidate } from './candidate.ts'
import { choose, handInAndSee, pictureOnFailure, saved } from './sitting-desk.ts'
import { openExam } from './sitting-exam.ts'

/** A camera and a screen that are none, and nobody who has to be asked. */
const recorded = launch('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=display-media-type=monitor')
afterAll(async () => {
  await (await recorded).close()
  await dismissVisitors()
})

async function newCandidate(): Promise<Page> {
  const browser = await recorded
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

test('pictures of screen and camera are agreed to, taken beside the answers, and marked by whoever says why they look', async () => {
  pictureOnFailure()
  const exam = await openExam('采集', 1, { settings: { permitScreenPhoto: true, permitCamera: true } })
  const candidate = await newCandidate()
  const problems = watch(candidate)
  await logInAsCandidate(candidate, accountOf('考生', 1))
  await candidate.getByRole('button', { name: `进入考试：${exam.name}` }).click()
  const notice = candidate.getByRole('region', { name: '考试须知全文' })
  await notice.waitFor()
  await notice.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await candidate.getByRole('checkbox').check()
  expect(await candidate.getByRole('button', { name: '确认并继续' }).isDisabled()).toBe(true)
  for (const what of ['屏幕画面', '摄像头照片'])
    await candidate.getByRole('group', { name: what }).getByRole('radio', { name: '同意', exact: true }).check()
  await candidate.getByRole('button', { name: '确认并继续' }).click()
  const begin = candidate.getByRole('button', { name: '开始考试' })
  await candidate.getByRole('button', { name: '开启摄像头' }).click()
  expect(await begin.isDisabled()).toBe(true)
  await candidate.getByRole('button', { name: '共享屏幕' }).click()
  await begin.click()
  await candidate.getByRole('timer').waitFor()
  await choose(candidate, 1, '甲')
  await saved(candidate)
  await candidate.getByText('已上传 2 · 待上传 0').waitFor()
  await handInAndSee(candidate)
  expect(problems).toEqual([])

  const { page: reviewer, problems: ofReviewer } = await newVisitor()
  await logInToConsole(reviewer, accountOf('企业管理员'))
  await reviewer.goto(`${inject('baseUrl')}/application/ote/markCheating?examinationId=${exam.examId}`)
  await reviewer.getByRole('button', { name: /^审核 / }).waitFor()
  await reviewer.getByRole('button', { name: /^审核 / }).click()
  await reviewer.getByRole('button', { name: '查看录像与照片' }).click()
  const dialog = reviewer.getByRole('dialog')
  await dialog.getByLabel('查看原因').fill('抽查')
  await dialog.getByRole('button', { name: /查\s*看/ }).click()
  await reviewer.getByText('已打开，两小时内有效').waitFor()
  const photographs = reviewer.getByRole('region', { name: '第一机位画面' })
  const picture = photographs.getByRole('img', { name: /的画面$/ })
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(true)
  await photographs.getByRole('button', { name: /^标记 / }).click()
  await reviewer.getByText('标记成功', { exact: true }).waitFor()
  await photographs.getByRole('button', { name: /^取消标记 / }).waitFor()
  expect(ofReviewer).toEqual([])
})
