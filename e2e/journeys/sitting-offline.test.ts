/**
 * A sitting that was begun online goes on without network: after a reload, after the browser was killed, across an update of the client.
 * The tests wait more than they work: all at once, each behind a middlebox of its own.
 */
import type { Page } from 'playwright-core'
import { afterAll, test } from 'vitest'
import { dismissVisitors } from '../browser.ts'
import { KillableBrowser } from '../killable-browser.ts'
import { behindMiddlebox, type Middlebox } from '../middlebox.ts'
import { accountOf } from '../people.ts'
import { enterExam, logInAsCandidate } from './candidate.ts'
import { answers, choose, handInAndSee, open, pictureOnFailure, saved, seated, words, writeEssay } from './sitting-desk.ts'
import { answersOf, openExam, paperOf } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

/** Chooses, and reloads before the browser has done anything else: what was chosen is on the device nevertheless. */
async function chooseAndReload(page: Page, number: number, option: string): Promise<void> {
  await open(page, number)
  const chosen = page.getByRole('group', { name: `第 ${number} 题选项` }).getByText(option, { exact: true })
  const reloaded = page.waitForEvent('load')
  await chosen.evaluate((element: HTMLElement) => {
    element.click()
    location.reload()
  })
  await reloaded
}

/** The worker has its build, and the paper is on the device. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/candidate/')
    const names = await caches.keys()
    return registration?.active?.state === 'activated' && names.some((name) => name.startsWith('kaopei-open-'))
  })
}

const buildOf = (page: Page) => page.locator('meta[name="kaopei-build"]').getAttribute('content')

test('reloaded without network: paper, answers and time are there, answering goes on, and all of it arrives', ({
  expect,
  onTestFailed,
}) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('离线刷新', 0)
    const { page } = await seated(exam, 0, { baseUrl })
    await choose(page, 1, '甲')
    await saved(page)
    await isKept(page)
    await middlebox.close()
    await chooseAndReload(page, 2, '丙')
    await page.getByRole('timer').waitFor()
    await page.getByText('离线计时').waitFor()
    await page.getByText('1 题未送达').waitFor()
    await open(page, 1)
    expect(await page.getByRole('group', { name: '第 1 题选项' }).getByRole('radio').nth(0).isChecked()).toBe(true)
    await writeEssay(page, words)
    await page.getByText('2 题未送达').waitFor()
    await middlebox.open()
    await saved(page)
    await expect.poll(() => page.getByText('离线计时').count()).toBe(0)
    await handInAndSee(page)
    expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o3', null, null], null, words))
    const left = await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kaopei-open-')))
    expect(left).toEqual([])
  }))

test('the browser killed and opened without network: the list offers the exam, it goes on, and all of it arrives', ({ expect }) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    const exam = await openExam('断电', 1)
    const browser = new KillableBrowser()
    try {
      const before = await browser.open()
      await logInAsCandidate(before, accountOf('考生', 1), baseUrl)
      await enterExam(before, exam.name)
      await choose(before, 1, '甲')
      await saved(before)
      await isKept(before)
      await middlebox.close()
      await writeEssay(before, words)
      await before.getByText('1 题未送达').waitFor()
      await browser.kill()

      const page = await browser.open()
      await page.goto(`${baseUrl}/candidate/`)
      await page.getByRole('button', { name: `离线继续考试：${exam.name}` }).click()
      await page.getByRole('timer').waitFor()
      await open(page, 6)
      expect(await page.getByLabel('第 6 题作答').inputValue()).toBe(words)
      await choose(page, 2, '乙')
      await middlebox.open()
      await saved(page)
      await page.reload()
      await page.getByRole('timer').waitFor()
      await handInAndSee(page)
      expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o2', null, null], null, words))
      await page.getByRole('button', { name: '提交凭证' }).click()
      await page.getByText('本机凭证与服务器一致，没有未送达的答案。').waitFor()
    } finally {
      await browser.dispose()
    }
  }))

/** Papers and pictures of open attempts on this device. */
function keptOnDevice(page: Page): Promise<{ papers: number; caches: string[] }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('kaopei-papers')
      request.onsuccess = () => resolve(request.result)
    })
    const papers = await new Promise<number>((resolve) => {
      const request = database.transaction('papers').objectStore('papers').count()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return { papers, caches: (await caches.keys()).filter((name) => name.startsWith('kaopei-open-')) }
  })
}

test('whoever logs out leaves no paper behind; whoever logs in again goes on from the server', ({ expect, onTestFailed }) =>
  behindMiddlebox(async (_, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('退出', 0)
    const { page } = await seated(exam, 0, { baseUrl })
    await choose(page, 1, '甲')
    await saved(page)
    await isKept(page)
    expect((await keptOnDevice(page)).papers).toBe(1)
    await page.goto(`${baseUrl}/candidate/`)
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('heading', { name: '考生登录' }).waitFor()
    await expect.poll(() => keptOnDevice(page)).toEqual({ papers: 0, caches: [] })
    await logInAsCandidate(page, accountOf('考生', 0), baseUrl)
    await page.getByRole('button', { name: `继续考试：${exam.name}` }).click()
    await page.getByRole('timer').waitFor()
    await choose(page, 2, '乙')
    await saved(page)
    await handInAndSee(page)
    expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o2', null, null], null, null))
  }))

/** From now on the server shows another build: every file of the client has another name, and the old names are gone. */
function serveAnotherBuild(middlebox: Middlebox): void {
  const renamed = (text: string) =>
    text
      // As the page names them, and as they name one another.
      .replace(/(assets\/[\w-]+|["'`]\.\/[\w-]+)\.(js|css)/g, '$1_next.$2')
      .replace(/(kaopei-build" content="|version:.)([0-9a-f]{16})/g, '$1$2next')
  middlebox.rewrites = {
    url: (url) => {
      if (!url.startsWith('/candidate/assets/')) return url
      return url.includes('_next.') ? url.replace('_next.', '.') : `${url}.gone`
    },
    answer: (url, answered) => {
      const isText = url.startsWith('/candidate/') && /html|javascript/.test(String(answered.headers['content-type']))
      return isText ? { ...answered, body: Buffer.from(renamed(answered.body.toString())) } : answered
    },
  }
}

test('the client is updated in the middle of an exam: the sitting stays with its build, and the next visit has the new one', ({
  expect,
  onTestFailed,
}) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('升级', 2)
    const { page } = await seated(exam, 2, { baseUrl })
    await choose(page, 1, '甲')
    await saved(page)
    await isKept(page)
    const build = await buildOf(page)
    serveAnotherBuild(middlebox)
    await page.reload()
    await page.getByRole('timer').waitFor()
    expect(await buildOf(page)).toBe(build)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration('/candidate/'))?.update()))
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/candidate/'))?.waiting != null)
    await middlebox.close()
    await page.reload()
    await page.getByRole('timer').waitFor()
    expect(await buildOf(page)).toBe(build)
    await choose(page, 2, '乙')
    await middlebox.open()
    await saved(page)
    await handInAndSee(page)
    expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o2', null, null], null, null))
    await page.goto(`${baseUrl}/candidate/`)
    await page.getByRole('heading', { name: '我的考试' }).first().waitFor()
    expect(await buildOf(page)).toBe(`${build}next`)
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kaopei-build-'))))
      .toEqual([`kaopei-build-${build}next`])
  }))
