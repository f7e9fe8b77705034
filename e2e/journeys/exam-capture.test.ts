/** What an exam records: agreed to, got ready, taken while somebody answers, looked at for a reason and marked. */
import { review } from '@kaopei/proctoring/contract/review'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { dismissVisitors, launch, launchLight, newVisitor, watch } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { logInAsCandidate } from './candidate.ts'
import { apart, giveSecondsCamera, secondsIn } from './seconds-camera.ts'
import { choose, handInAndSee, pictureOnFailure, saved } from './sitting-desk.ts'
import { openExam } from './sitting-exam.ts'

/** A camera and a screen that are none, and nobody who has to be asked. */
const recorded = launchLight('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=display-media-type=monitor')
afterAll(async () => {
  await (await recorded).close()
  await dismissVisitors()
})

async function newPerson(browser = recorded): Promise<Page> {
  const context = await (await browser).newContext({
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
  const candidate = await newPerson()
  const problems = watch(candidate)
  await keepShare(candidate)
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
  await lossAndReturn(candidate)
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
  const picture = photographs.getByRole('img', { name: /的画面$/ }).first()
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(true)
  await photographs
    .getByRole('button', { name: /^标记 / })
    .first()
    .click()
  await reviewer.getByText('标记成功', { exact: true }).waitFor()
  await photographs.getByRole('button', { name: /^取消标记 / }).waitFor()
  expect(ofReviewer).toEqual([])
})

/** The share is stopped while answers go on, one click brings it back; a page that is loaded anew asks for it again, and not for the camera. */
async function lossAndReturn(candidate: Page): Promise<void> {
  const strip = candidate.getByRole('region', { name: '监考采集' })
  await candidate.evaluate(() => {
    const track = Reflect.get(window, 'lastShare')
    track.stop()
    track.dispatchEvent(new Event('ended'))
  })
  await strip.getByText('屏幕共享已停止').waitFor()
  await choose(candidate, 2, '甲')
  await saved(candidate)
  await strip.getByRole('button', { name: '重新共享屏幕' }).click()
  await strip.getByText('监考采集中：屏幕、摄像头').waitFor()
  await candidate.reload()
  await strip.getByText('尚未共享屏幕').waitFor()
  await strip.getByRole('button', { name: '共享屏幕' }).click()
  await strip.getByText('监考采集中：屏幕、摄像头').waitFor()
}

/** What is shared can then be stopped as the browser's own button does. */
async function keepShare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const share = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getDisplayMedia = async (wish) => {
      const stream = await share(wish)
      Reflect.set(window, 'lastShare', stream.getVideoTracks()[0])
      return stream
    }
  })
}

const second = 1000

test('films of camera and phone are watched live, and composed so that their time is the time of the exam, also after a lost piece', async () => {
  pictureOnFailure()
  const exam = await openExam('录像', 2, { settings: { permitFaceRecord: true, permitSecondView: true } })
  const candidate = await newPerson()
  await giveSecondsCamera(candidate)
  // The second piece never arrives.
  await candidate.route(/\/2\/film\/2\?/, (route) => route.fulfill({ status: 422, json: { load: 0 } }))
  await logInAsCandidate(candidate, accountOf('考生', 2))
  await candidate.getByRole('button', { name: `进入考试：${exam.name}` }).click()
  const notice = candidate.getByRole('region', { name: '考试须知全文' })
  await notice.waitFor()
  await notice.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await candidate.getByRole('checkbox').check()
  for (const what of ['摄像头录像', '第二视角录像'])
    await candidate.getByRole('group', { name: what }).getByRole('radio', { name: '同意', exact: true }).check()
  await candidate.getByRole('button', { name: '确认并继续' }).click()
  await candidate.getByRole('button', { name: '开启摄像头' }).click()
  const begin = candidate.getByRole('button', { name: '开始考试' })
  expect(await begin.isDisabled()).toBe(true)
  await candidate.getByRole('button', { name: '连接手机' }).click()
  const code = await candidate.getByRole('img', { name: '手机机位二维码' }).getAttribute('data-url')

  const phone = await newPerson()
  await phone.setViewportSize({ width: 390, height: 844 })
  await giveSecondsCamera(phone)
  const ofPhone = watch(phone)
  await phone.goto(code ?? '')
  const digits = await phone.locator('.second-digits').innerText()
  await candidate.getByRole('dialog').getByText(digits, { exact: true }).waitFor()
  await candidate.getByRole('button', { name: '是我的手机', exact: true }).click()
  await phone.getByText('已连接，等待考试开始').waitFor()
  await begin.click()
  await candidate.getByRole('timer').waitFor()
  const attemptId = new URL(candidate.url()).pathname.split('/').at(-1) ?? ''
  await phone.getByText('正在录像').waitFor()

  // Films are looked at after a jump.
  const whole = launch()
  onTestFinished(async () => (await whole).close())
  const watcher = await newPerson(whole)
  const ofWatcher = watch(watcher)
  await logInToConsole(watcher, accountOf('企业管理员'))
  await watcher.goto(`${inject('baseUrl')}/application/ote/examinationHall?examId=${exam.examId}`)
  await watcher.getByText('画面', { exact: true }).click()
  await watcher.getByRole('button', { name: /^放大 / }).click()
  const first = watcher.getByRole('dialog').getByLabel('第一机位')
  await expect.poll(() => first.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 60_000 }).toBeGreaterThan(2)
  const behind = -apart(await secondsIn(first), Date.now())
  expect(behind).toBeGreaterThan(0)
  expect(behind).toBeLessThan(25)

  await candidate.getByText('已上传 3 · 待上传 0').waitFor()
  // A phone that is loaded anew knows its key and films on.
  await phone.reload()
  await phone.getByText('正在录像').waitFor()
  await handInAndSee(candidate)
  await phone.getByText('手机机位已结束').waitFor()
  await phone.getByText('摄像头已关闭，可以关闭此页。').waitFor()
  expect(ofPhone).toEqual([])

  await watcher.goto(`${inject('baseUrl')}/application/ote/markCheating-screenRecord?examinationResultId=${attemptId}`)
  await watcher.getByRole('button', { name: '查看录像与照片' }).click()
  const reason = watcher.getByRole('dialog')
  await reason.getByLabel('查看原因').fill('抽查')
  await reason.getByRole('button', { name: /查\s*看/ }).click()
  await expect
    .poll(
      async () => {
        const told = await exam.admin.call(review.getRecord, { examinationResultId: attemptId })
        return [told.first.composeStatus, told.second.composeStatus]
      },
      { timeout: 60_000 },
    )
    .toEqual([2, 2])
  const { first: told, second: ofSide } = await exam.admin.call(review.getRecord, { examinationResultId: attemptId })
  expect(told.holes.length).toBe(1)
  const from = Date.parse(told.composeFrom ?? '')
  const [hole] = told.holes.map((span) => ({ from: secondOf(span.from, from), until: secondOf(span.until, from) }))
  if (!hole) throw new Error('a piece was lost')
  const ofCamera = await shownFilm(watcher, '第一机位')
  for (const at of [hole.from - 6, hole.from - 3, hole.until + 3, hole.until + 6])
    expect(Math.abs(apart(await secondsIn(ofCamera, at), from + at * second))).toBeLessThanOrEqual(1)
  expect(Math.abs(apart(await secondsIn(ofCamera, hole.until - 1), from + hole.from * second))).toBeLessThanOrEqual(2)
  const fromOfSide = Date.parse(ofSide.composeFrom ?? '')
  for (const at of [12, 15, 20]) {
    const shown = await secondsIn(await shownFilm(watcher, '第二机位'), at + 0.5)
    expect(Math.abs(apart(shown, fromOfSide + (at + 0.5) * second))).toBeLessThanOrEqual(1)
  }
  expect(ofWatcher).toEqual([])
})

const secondOf = (instant: string, from: number) => (Date.parse(instant) - from) / second

async function shownFilm(watcher: Page, label: string): Promise<Locator> {
  const card = watcher.getByRole('article', { name: label })
  await card.getByText('可先按片段观看').waitFor({ state: 'hidden' })
  const video = card.locator('video')
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.readyState)).toBeGreaterThan(1)
  return video
}
