import { join } from 'node:path'
import { replay } from '@kaopei/proctoring/contract/replay/replay'
import type { Page } from 'playwright-core'
import { afterAll, inject, test } from 'vitest'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { examMorning } from './exam-morning.ts'

afterAll(() => dismissVisitors())

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures')
const reason = '复核切屏记录'

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined) // the hall asks again and again
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('hall, review and replay', async () => {
  const painter = await newVisitor()
  const { admin, examId, attemptId } = await examMorning(painter.page)
  const { page } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  const go = (path: string) => page.goto(`${inject('baseUrl')}/application/ote/${path}`)
  await go(`examinationHall?examId=${examId}`)
  await page
    .getByRole('row', { name: /答题中/ })
    .first()
    .waitFor()
  await take(page, 'hall')

  await admin.call(replay.open, { examinationResultId: attemptId, reason })
  await go(`markCheating-screenRecord?examinationResultId=${attemptId}`)
  await page
    .getByRole('button', { name: /^标记 / })
    .first()
    .waitFor()
  await page.getByRole('slider', { name: '时间' }).fill(String(30 * 60))
  await take(page, 'review')

  await go(`markCheating-replay?examinationResultId=${attemptId}`)
  const slider = page.getByRole('slider', { name: '回放时刻' })
  await slider.waitFor()
  const end = Number(await slider.getAttribute('max'))
  await slider.fill(String(Math.floor((end - 500_000) / 1000) * 1000))
  await page.getByRole('figure', { name: '第一机位' }).locator('video').waitFor()
  await take(page, 'replay')
})
