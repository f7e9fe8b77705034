import type { Page } from 'playwright-core'
import { type ExpectStatic, inject } from 'vitest'
import type { Visitor } from '../browser.ts'
import { latinWords } from './latin-words.ts'
import { seriousFaults } from './serious-faults.ts'

export interface LearnerPage {
  readonly path: string
  /** What it says when it is there. */
  readonly says: string
}

interface Walk {
  readonly width: number
  readonly pages: readonly LearnerPage[]
  readonly expect: ExpectStatic
}

/** Every page draws without an error, accessibly, in Chinese, within the screen, and on a phone for fingers. */
export async function expectSound({ page, problems }: Visitor, { width, pages, expect }: Walk): Promise<void> {
  for (const { path, says } of pages) {
    await page.goto(`${inject('baseUrl')}/candidate${path}`)
    await page.getByText(says).first().waitFor()
    await isStill(page)
    expect.soft([path, await seriousFaults(page)]).toEqual([path, []])
    expect.soft([path, await latinWords(page)]).toEqual([path, []])
    expect.soft([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
    expect.soft([path, await smallTargets(page, width)]).toEqual([path, []])
  }
  expect(problems).toEqual([])
}

/** Nothing of the page is loading any more. */
async function isStill(page: Page): Promise<void> {
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'hidden' })
  await page.getByText('正在加载播放器…').waitFor({ state: 'hidden' })
}

/** On a phone everything that is pressed is as large as a finger (WCAG 2.5.5: 44 pixels). */
const smallTargets = (page: Page, width: number) =>
  width > 600
    ? []
    : page.locator('main button, main select').evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect()
          return height > 0 && Math.min(width, height) < 43.5
            ? [`${one.textContent} ${Math.round(width)} × ${Math.round(height)}`]
            : []
        }),
      )
