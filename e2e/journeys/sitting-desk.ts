/** What a candidate does in an exam of sitting-exam.ts: four choices, a blank, an essay. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inject, onTestFailed } from 'vitest'
import { newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf } from '../people.ts'
import { enterExam, handIn, logInAsCandidate } from './candidate.ts'
import type { OpenExam } from './sitting-exam.ts'

export const words = '先报警，再疏散人员。'

/** `onFailed`: a test that runs beside others of its file gives its own. */
export const pictureOnFailure = (onFailed: (listener: () => Promise<void>) => void = onTestFailed) =>
  onFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))

/** `visitor`: somebody with a browser already; `baseUrl`: where they find the server. */
export async function seated(
  exam: OpenExam,
  candidate: number,
  { visitor, baseUrl = inject('baseUrl') }: { visitor?: Visitor; baseUrl?: string } = {},
): Promise<Visitor> {
  const sitter = visitor ?? (await newVisitor())
  await logInAsCandidate(sitter.page, accountOf('考生', candidate), baseUrl)
  await enterExam(sitter.page, exam.name)
  return sitter
}

export const cell = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^第 ${number} 题`) }).first()
export const open = (page: Page, number: number) => cell(page, number).click()

/** Chooses the option with this text in the question on the screen. */
export async function choose(page: Page, number: number, option: string): Promise<void> {
  await open(page, number)
  await page
    .getByRole('group', { name: `第 ${number} 题选项` })
    .getByText(option, { exact: true })
    .click()
}

export async function fillBlank(page: Page, text: string): Promise<void> {
  await open(page, 5)
  await page.getByLabel('第 5 题第 1 空').fill(text)
}

export async function writeEssay(page: Page, text: string): Promise<void> {
  await open(page, 6)
  await page.getByLabel('第 6 题作答').fill(text)
}

export const saved = (page: Page) => page.getByText(/^已保存 \d/).waitFor()

export async function handInAndSee(page: Page): Promise<void> {
  await handIn(page)
  await page.getByText('交卷方式').waitFor()
}

/** Choices by their letter in the bank's order, the blank, the essay. */
export const answers = (choices: readonly (string | null)[], blank: string | null, essay: string | null) => [
  ...choices.map((optionId) => (optionId === null ? null : { type: 1, optionId })),
  blank === null ? null : { type: 4, texts: { b1: blank } },
  essay === null ? null : { type: 6, format: 'text', text: essay },
]
