/**
 * A film that may not be skipped: learnt honestly, on two devices, with the network away; and not learnt by what is no learning. The tests wait
 * more than they work: all at once, each by a person of their own.
 */
import { learn } from '@kaopei/course/contract/learn'
import { learnPing } from '@kaopei/course/contract/ping'
import { courseware } from '@kaopei/courseware/contract/courseware'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { behindMiddlebox } from '../middlebox.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator, signedIn } from './api.ts'
import {
  conversionMs,
  filmSeconds,
  goToTask,
  isAt,
  learner,
  likestSecond,
  madeFilm,
  type OpenCourse,
  openCourse,
  readyCourseware,
  secondsOf,
} from './course-desk.ts'
import { pictureOnFailure } from './sitting-desk.ts'

const stamp = Date.now().toString().slice(-9)

/** The first learns it on two devices, the second cheats, the third is offline. */
const [first, cheat, third] = [0, 1, 2]

let course: OpenCourse
let film: string
const coverSecond = 12
beforeAll(async () => {
  const admin = await administrator()
  film = await readyCourseware(admin, `消防演练 ${stamp}.mp4`, madeFilm())
  const task = { kind: 'courseware', targetId: film, rule: { noSkip: true } } as const
  course = await openCourse(admin, {
    name: `影片旅程 ${stamp}`,
    unlockOrder: 'tasks',
    tasks: [
      { ...task, title: '消防演练' },
      { ...task, title: '消防演练复习' },
    ],
    learners: [first, cheat, third].map((number) => accountOf('考生', number)),
  })
}, conversionMs + 60_000)
afterAll(() => dismissVisitors())

const play = (page: Page) => page.getByRole('button', { name: '播放', exact: true }).click()
/** It will stop there by itself: on a busy machine a film may be over before a hand is at the button, or before anything is looked at. */
const stopAt = (page: Page, seconds: number) =>
  page.evaluate((wanted) => {
    const look = ({ target }: Event) => {
      if (!(target instanceof HTMLVideoElement) || target.currentTime < wanted) return
      document.removeEventListener('timeupdate', look, true)
      target.pause()
    }
    document.addEventListener('timeupdate', look, true)
  }, seconds)
/** The picture has so many lines: what plays is what the control says. */
const isDrawn = (page: Page, lines: number) =>
  page.waitForFunction((wanted) => document.querySelector('video')?.videoHeight === wanted, lines)
const isComplete = (page: Page) => page.getByText('已完成，记录已保存').waitFor({ timeout: 60_000 })
const fast = (page: Page) => page.getByLabel('倍速').selectOption({ label: '2x' })

test.concurrent('the phone goes on where the desktop stopped, and the film that was seen to its end opens the next', async ({
  expect,
  onTestFailed,
}) => {
  pictureOnFailure(onTestFailed)
  const desktop = await learner(first)
  await goToTask(desktop.page, course)
  await desktop.page.getByLabel('清晰度').selectOption('360P')
  await fast(desktop.page)
  await stopAt(desktop.page, 6)
  await play(desktop.page)
  await isAt(desktop.page, 6)
  await isDrawn(desktop.page, 360)
  await desktop.page.getByRole('button', { name: '播放', exact: true }).waitFor()
  const left = await secondsOf(desktop.page)
  await desktop.page.getByRole('button', { name: '返回课程' }).click()
  await desktop.page.getByRole('button', { name: '继续：消防演练', exact: true }).waitFor()
  await desktop.context.close()

  const { page, problems } = await learner(first, { width: 390 })
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '学习' }).click()
  const goOn = page.getByRole('region', { name: '继续学习' })
  await goOn.getByText('消防演练', { exact: true }).waitFor()
  await goOn.getByRole('button', { name: '继续学习' }).click()
  await isAt(page, Math.floor(left) - 1)
  // What was chosen on the desktop is the desktop's; a phone shows no more lines than it has.
  await page.getByRole('option', { name: '自动（360P）' }).waitFor({ state: 'attached' })
  await fast(page)
  await play(page)
  await isComplete(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: '下一个：消防演练复习' }).click()
  await page.getByRole('button', { name: '播放', exact: true }).waitFor()
  expect(problems).toEqual([])
})

test.concurrent('whoever makes the course sees the film in its qualities, and leaves no trace', async ({
  expect,
  onTestFailed,
}) => {
  pictureOnFailure(onTestFailed)
  const { page, problems } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  await page.goto(`${inject('baseUrl')}/coursePreview?id=${course.courseId}&task=${course.taskIds[1]}`)
  await page.locator('.ant-select', { hasText: /自动（(360|720)P）/ }).waitFor()
  await page.locator('video').evaluate((media: HTMLVideoElement) => media.play())
  await isAt(page, 1)
  expect(problems).toEqual([])
})

test.concurrent('what the film shows at a chosen second becomes its cover', async ({ expect, onTestFailed }) => {
  pictureOnFailure(onTestFailed)
  const { page, problems } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  await page.goto(`${inject('baseUrl')}/application/online/lessonManage?fileName=${stamp}`)
  await page.getByRole('button', { name: new RegExp(`^编辑.*${stamp}`) }).click()
  await page.getByRole('button', { name: '从影片截取' }).click()
  const dialog = page.getByRole('dialog', { name: '选取封面画面' })
  await dialog.locator('video').evaluate(async (media: HTMLVideoElement, second) => {
    if (media.readyState === 0) await new Promise((resolve) => media.addEventListener('loadedmetadata', resolve, { once: true }))
    media.currentTime = second
    await new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }))
  }, coverSecond + 0.1)
  await dialog.getByRole('button', { name: '以此画面为封面' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^确\s*定$/ }).click()
  await page.getByText('修改成功').waitFor()
  const { coverUrl } = await (await administrator()).call(courseware.detail, { id: film })
  const cover = Buffer.from(await (await fetch(new URL(coverUrl ?? '', inject('baseUrl')))).arrayBuffer())
  // The browser's colours are not quite ffmpeg's, but no other second is as near.
  const seconds = [3, 7, 9, 11, coverSecond, 13, 15, 17]
  expect(await likestSecond(cover, seconds)).toBe(coverSecond)
  expect(problems).toEqual([])
})

test.concurrent('neither the bar nor the element nor the rate nor reports made by hand get past what was seen', async ({
  expect,
  onTestFailed,
}) => {
  pictureOnFailure(onTestFailed)
  const { page } = await learner(cheat)
  await goToTask(page, course)
  await page.getByLabel('清晰度').selectOption('720P')
  await isDrawn(page, 720)
  await page.reload()
  await isDrawn(page, 720)
  expect(await page.getByLabel('清晰度').inputValue()).toBe('720')
  const bar = page.getByRole('slider', { name: '播放位置' })
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0)
  await bar.press('End')
  expect(await secondsOf(page)).toBeLessThan(2)
  const video = page.locator('video')
  await video.evaluate((media: HTMLVideoElement, end) => {
    media.currentTime = end - 1
    return media.play()
  }, filmSeconds)
  // Thrown back, whenever the page gets its turn; from there it goes on.
  await page.waitForFunction((most) => (document.querySelector('video')?.currentTime ?? most) < most, filmSeconds - 5)
  await isAt(page, 1)
  await video.evaluate((media: HTMLVideoElement) => {
    media.playbackRate = 16
  })
  await page.waitForFunction(() => (document.querySelector('video')?.playbackRate ?? 16) <= 2)
  await page.close()

  const api = await signedIn(accountOf('考生', cheat), 'candidate')
  const [task = '', locked = ''] = course.taskIds
  const place = { course: course.courseId, task }
  const { session } = await api.call(learn.open, place)
  // At once after it was opened nothing can have been played.
  const report = { ...place, session, seq: 1, ranges: [[0, filmSeconds]] as [number, number][], rate: 16 }
  expect(await api.send(learnPing.ping, { ...report, task: locked })).toMatchObject({ code: 3055 })
  const { isComplete: isDone, cutSeconds } = await api.call(learnPing.ping, report)
  expect([isDone, cutSeconds > 0]).toEqual([false, true])
  await api.call(learnPing.ping, { ...report, seq: 2, ranges: [[filmSeconds - 1, filmSeconds]] })
  expect(await api.send(learn.open, { ...place, task: locked })).toMatchObject({ code: 3051 })
  expect(await api.call(learn.missing, place)).toMatchObject({ isComplete: false })
})

test.concurrent('what was learnt without network is kept through a reload, told when the network is back, and credited', ({
  onTestFailed,
}) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const { page } = await learner(third, { baseUrl })
    await goToTask(page, course, 0, baseUrl)
    await play(page)
    await isAt(page, 4)
    // All of the film has come by now.
    await middlebox.close()
    await fast(page)
    await page.getByText(/条记录尚未上报，保存在本机/).waitFor({ timeout: 60_000 })
    await page.reload()
    await page.getByText('加载失败，请检查网络后重试。').waitFor()
    await middlebox.open()
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText(/已记录到 0:(0[5-9]|1\d|20)|已完成，记录已保存/).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: '学习记录' }).click()
    await page.getByRole('dialog', { name: '学习记录' }).getByText('离线补报').first().waitFor()
  }))
