/**
 * Answers that do not get through, and the hand-in: with time left it waits for them, at the end it carries them, and none is thrown away.
 * The tests wait more than they work: all at once, each behind a middlebox of its own.
 */
import type { Page } from 'playwright-core'
import { afterAll, test } from 'vitest'
import { dismissVisitors } from '../browser.ts'
import { behindMiddlebox } from '../middlebox.ts'
import { handIn } from './candidate.ts'
import { answers, choose, handInAndSee, open, pictureOnFailure, saved, seated, words, writeEssay } from './sitting-desk.ts'
import { answersOf, openExam, paperOf } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

const isSave = (url: string) => url === '/api/v1/exam/sitting/save'
/** Where the options of the first question are: a banner that comes or goes moves nothing under somebody's hand. */
async function placeOfOptions(page: Page) {
  await open(page, 1)
  return page.getByRole('group', { name: '第 1 题选项' }).boundingBox()
}
const notHandedIn = (page: Page) => page.getByRole('dialog', { name: '尚未交卷' })

test('only saving fails, with time left: nothing is handed in, everything is there, and later it goes in', ({
  expect,
  onTestFailed,
}) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('未送达', 0)
    const { page } = await seated(exam, 0, { baseUrl })
    await choose(page, 1, '甲')
    await saved(page)
    const place = await placeOfOptions(page)
    middlebox.refuses = ({ url }) => (isSave(url) ? 'cut' : undefined)
    await choose(page, 2, '丙')
    await writeEssay(page, words)
    await page.getByText('2 题未送达').waitFor()
    await page.getByText(/^2 道题的答案暂时没有送达服务器/).waitFor()
    expect(await placeOfOptions(page)).toEqual(place)
    await handIn(page)
    await notHandedIn(page).getByText('第 2、6 题的答案还没有送达服务器，现在不能交卷。').waitFor()
    expect(await paperOf(exam).then(({ attempt }) => attempt?.submitTime ?? null)).toBeNull()
    await notHandedIn(page).getByRole('button', { name: '继续作答' }).click()
    await choose(page, 3, '丁')
    await open(page, 6)
    expect(await page.getByLabel('第 6 题作答').inputValue()).toBe(words)
    middlebox.refuses = () => undefined
    await page.getByText('答案已全部送达，尚未交卷：请再次点击“交卷”。').waitFor({ timeout: 90_000 })
    await handInAndSee(page)
    expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o3', 'o4', null], null, words))
  }))

test('only saving fails when the time is over: the hand-in carries the answers', ({ expect, onTestFailed }) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('到时未送达', 1, { settings: { duration: 1 } })
    const { page } = await seated(exam, 1, { baseUrl })
    middlebox.refuses = ({ url }) => (isSave(url) ? 403 : undefined)
    await choose(page, 1, '甲')
    await choose(page, 4, '丁')
    await writeEssay(page, words)
    await page.getByText('3 题未送达').waitFor()
    await page.waitForURL(/\/candidate\/result\//, { timeout: 120_000 })
    const paper = await paperOf(exam)
    expect(answersOf(paper)).toEqual(answers(['o1', null, null, 'o4'], null, words))
    expect(paper.events.map(({ type }) => type)).not.toContain('unsent')
    await page.getByRole('button', { name: '提交凭证' }).click()
    await page.getByText('本机凭证与服务器一致，没有未送达的答案。').waitFor()
  }))

test('a filter on the way refuses one text: the others are saved, its question says so, and changing it helps', ({
  expect,
  onTestFailed,
}) =>
  behindMiddlebox(async (middlebox, baseUrl) => {
    pictureOnFailure(onTestFailed)
    const exam = await openExam('拦截', 2)
    const { page } = await seated(exam, 2, { baseUrl })
    middlebox.refuses = ({ body }) => (body.includes('爆破') ? 403 : undefined)
    await writeEssay(page, '爆破之前先报警。')
    await choose(page, 1, '甲')
    await choose(page, 2, '乙')
    await page.getByRole('button', { name: /^第 6 题.*未能保存，请修改/ }).waitFor({ timeout: 90_000 })
    await page.getByText('1 题未能保存').waitFor()
    await open(page, 6)
    await page.getByText(/^未能保存：内容可能被网络设备拦截/).waitFor()
    await handIn(page)
    await notHandedIn(page).getByText('第 6 题的答案未能保存，内容可能被网络设备拦截，请修改后再交卷。').waitFor()
    await notHandedIn(page).getByRole('button', { name: '继续作答' }).click()
    await writeEssay(page, words)
    await saved(page)
    await handInAndSee(page)
    expect(answersOf(await paperOf(exam))).toEqual(answers(['o1', 'o2', null, null], null, words))
  }))
