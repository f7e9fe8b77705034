/** Exam day between two browsers: a candidate leaves, is warned, paused, resumed, handed in by force and let in again, and stands still while power fails. */
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { choose, pictureOnFailure, saved, seated } from './sitting-desk.ts'
import { openExam } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

/** A browser without a screen never loses the focus by itself. */
const setFocused = (page: Page, isFocused: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hasFocus', { value: () => is, configurable: true })
    window.dispatchEvent(new Event(is ? 'focus' : 'blur'))
  }, isFocused)

async function act(page: Page, button: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: /确\s*定|保\s*存/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('the hall sees who leaves, and what it does reaches the candidate', async () => {
  pictureOnFailure()
  const exam = await openExam('监考', 0, { settings: { switchScreenNumberLimit: 5 } })
  const { page: sitter } = await seated(exam, 0)
  await choose(sitter, 1, '甲')
  await saved(sitter)
  const { page: watcher } = await newVisitor()
  await logInToConsole(watcher, accountOf('企业管理员'))
  await watcher.goto(`${inject('baseUrl')}/application/ote/examinationHall?examId=${exam.examId}`)
  const row = watcher.getByRole('row', { name: /答题中|已暂停|强制交卷/ })
  await row.waitFor()

  await setFocused(sitter, false)
  await row.getByText(/^1 次/).waitFor({ timeout: 20_000 })
  await setFocused(sitter, true)
  await sitter.getByText(/您第 1 次离开考试窗口（.*），共允许 5 次/).waitFor()

  const choosing = () => row.getByRole('checkbox').check()
  const why = async (dialog: ReturnType<Page['getByRole']>) => {
    await dialog.getByLabel('原因').click()
    await watcher.locator('.ant-select-item-option', { hasText: '停电' }).last().click()
  }
  // What is said moves nothing: a click that is under way meets no other option.
  const option = sitter.getByRole('group', { name: '第 1 题选项' }).getByText('乙', { exact: true })
  const before = await option.boundingBox()
  await choosing()
  await act(watcher, '发消息', (dialog) => dialog.getByLabel('内容').fill('请把手机关机'))
  await sitter.getByText('请把手机关机').waitFor({ timeout: 30_000 })
  expect(await option.boundingBox()).toEqual(before)
  await sitter.getByRole('button', { name: '我知道了' }).click()
  await choosing()
  await act(watcher, '警告', async (dialog) => {
    await dialog.getByLabel('原因').click()
    await watcher.locator('.ant-select-item-option', { hasText: '违反考场纪律' }).last().click()
    await dialog.getByLabel('内容').fill('请勿离开考试页面')
  })
  const warning = sitter.getByRole('dialog', { name: '监考人员的警告' })
  await warning.getByText('请勿离开考试页面').waitFor({ timeout: 30_000 })
  await warning.getByRole('button', { name: '我知道了' }).click()
  await warning.waitFor({ state: 'detached' })

  await choosing()
  await act(watcher, '暂停', why)
  const stopped = sitter.getByRole('dialog', { name: '考试已暂停' })
  await stopped.getByText(/原因：停电/).waitFor({ timeout: 30_000 })
  await stopped.getByRole('button', { name: '我知道了' }).click()
  await choosing()
  await act(watcher, '恢复', why)
  await sitter.getByRole('dialog', { name: '考试已暂停' }).waitFor({ state: 'detached', timeout: 30_000 })

  await choosing()
  await act(watcher, '强制交卷', why)
  const taken = sitter.getByRole('dialog', { name: '试卷已由监考人员收回' })
  await taken.getByText(/原因：停电/).waitFor({ timeout: 30_000 })
  await taken.getByRole('button', { name: '我知道了' }).click()
  await sitter.waitForURL(/\/result\//, { timeout: 30_000 })
  await sitter.getByText('监考人员收卷').waitFor()
  await act(watcher, '重新开放', why)
  await row.getByText('答题中').waitFor({ timeout: 20_000 })
  await sitter.goto(`${inject('baseUrl')}/candidate/`)
  await sitter
    .getByRole('button', { name: new RegExp(`${exam.name}`) })
    .first()
    .click()
  await sitter.getByRole('timer').waitFor()
  await choose(sitter, 2, '甲')
  await saved(sitter)

  // Power fails: the clock stands still until somebody says that it is over.
  await watcher.getByRole('button', { name: '突发事件' }).click()
  await watcher.getByRole('button', { name: '登记事件' }).first().click()
  const drawer = watcher.getByRole('dialog', { name: '登记突发事件' })
  await drawer.getByLabel('事件名称').fill('机房 3 断电')
  await drawer.getByLabel('原因').click()
  await watcher.locator('.ant-select-item-option', { hasText: '停电' }).last().click()
  await drawer.getByText('停止计时 1 人').waitFor()
  await drawer.getByRole('button', { name: '停表并登记' }).click()
  await drawer.waitFor({ state: 'detached' })
  await sitter.getByRole('dialog', { name: '考试已暂停' }).waitFor({ timeout: 30_000 })
  await watcher.getByText('1 个事件正在停表').waitFor()
  await watcher.getByRole('button', { name: '结束', exact: true }).click()
  await watcher
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await sitter.getByRole('dialog', { name: '考试已暂停' }).waitFor({ state: 'detached', timeout: 30_000 })
  await watcher.getByText('报告', { exact: true }).first().click()
  await watcher.getByText('停止计时并在恢复后补回').waitFor()
  expect(await sitter.getByRole('timer').isVisible()).toBe(true)
})
