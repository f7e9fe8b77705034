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
  readonly pages: readonly LearnerPage[]
  readonly expect: ExpectStatic
}

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 900 }

/**
 * Every page draws without an error, accessibly, in Chinese, within the screen, and on a phone for fingers. Each is opened at one width and looked at in
 * both, as when a window is made narrower or a phone is turned: every other one is first drawn at the other.
 */
export async function expectSound({ page, problems }: Visitor, { pages, expect }: Walk): Promise<void> {
  for (const [place, { path, says }] of pages.entries()) {
    const sizes = place % 2 === 0 ? [phone, desk] : [desk, phone]
    for (const size of sizes) {
      await page.setViewportSize(size)
      if (size === sizes[0]) {
        await page.goto(`${inject('baseUrl')}/candidate${path}`)
        await page.getByText(says).first().waitFor()
      }
      await isStill(page)
      const at = `${path} at ${size.width}`
      expect.soft([at, await seriousFaults(page)]).toEqual([at, []])
      expect.soft([at, await latinWords(page)]).toEqual([at, []])
      expect.soft([at, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([at, 0])
      expect.soft([at, size === phone ? await smallTargets(page) : []]).toEqual([at, []])
    }
  }
  expect(problems).toEqual([])
}

/** Nothing of the page is loading any more. */
async function isStill(page: Page): Promise<void> {
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'hidden' })
  await page.getByText('正在加载播放器…').waitFor({ state: 'hidden' })
}

/** On a phone everything that is pressed is as large as a finger (WCAG 2.5.5: 44 pixels). */
const smallTargets = (page: Page) =>
  page.locator('main button, main select').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return height > 0 && Math.min(width, height) < 43.5
        ? [`${one.textContent} ${Math.round(width)} × ${Math.round(height)}`]
        : []
    }),
  )
