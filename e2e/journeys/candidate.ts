import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { DemoAccount } from '../setup.ts'

export async function logInAsCandidate(page: Page, account: DemoAccount, baseUrl = inject('baseUrl')): Promise<void> {
  await page.goto(`${baseUrl}/candidate/`)
  await page.getByLabel('账号').fill(account.account)
  await page.getByLabel('密码').fill(account.password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('heading', { name: '我的考试' }).first().waitFor()
}

/** From the list through notice and device check into the exam. */
export async function enterExam(page: Page, examName: string): Promise<void> {
  await page.getByRole('button', { name: `进入考试：${examName}` }).click()
  await beginFromNotice(page)
}

/** From the notice, wherever it was opened from, through the device check into the exam. */
export async function beginFromNotice(page: Page): Promise<void> {
  const notice = page.getByRole('region', { name: '考试须知全文' })
  await notice.waitFor()
  await notice.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '确认并继续' }).click()
  await page.getByRole('button', { name: '开始考试' }).click()
  await page.getByRole('timer').waitFor()
}

/** Answers every question that is on the screen or reached by 下一题: first option, or `text` where something is to be written. */
export async function answerEverything(page: Page, text: string, upTo = 100): Promise<number> {
  let answered = 0
  while (answered < upTo) {
    const choice = page.locator('fieldset.choices input:enabled').first()
    if (await choice.count()) await choice.check()
    for (const field of await page.locator('input.blank, textarea.essay').all()) await field.fill(text)
    for (const gap of await page.locator('select.gap').all()) await gap.selectOption({ index: 1 })
    answered += 1
    const next = page.getByRole('button', { name: '下一题' })
    if ((await next.count()) === 0 || (await next.isDisabled())) return answered
    await next.click()
  }
  return answered
}

export async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交卷' }).first().click()
  await page.getByRole('button', { name: '确认交卷' }).click()
}
