import type { Page } from 'playwright-core'
import { newVisitor, watch } from '../browser.ts'
import { logInToConsole } from '../people.ts'
import type { DemoAccount } from '../setup.ts'

interface Loaded {
  readonly type: string
  readonly path: string
}

/** One page of a person who has several open. */
export interface Lane {
  readonly page: Page
  /** Of this use alone. */
  readonly problems: string[]
  /** What the document on the page has loaded: itself, scripts, styles, calls. */
  readonly loaded: () => readonly Loaded[]
  /** The page has drawn itself: nothing is asked any more, no skeleton, no spinner. */
  readonly settled: () => Promise<void>
}

export interface Pages {
  /** Lends a free page, or the next one to be free. */
  readonly use: <Result>(work: (lane: Lane) => Promise<Result>) => Promise<Result>
}

/** So many pages of one person, in one browser, with one session; of a stranger without an account. */
export async function openPages(
  count: number,
  person?: { readonly account: DemoAccount; readonly baseUrl?: string },
): Promise<Pages> {
  const { context, page: first, problems } = await newVisitor()
  if (person) await logInToConsole(first, person.account, person.baseUrl)
  const free = [laneOf(first, problems)]
  while (free.length < count) {
    const page = await context.newPage()
    free.push(laneOf(page, watch(page)))
  }
  const waiting: ((lane: Lane) => void)[] = []
  const take = () => {
    const lane = free.pop()
    return lane ? Promise.resolve(lane) : new Promise<Lane>((resolve) => waiting.push(resolve))
  }
  const giveBack = (lane: Lane) => {
    const next = waiting.shift()
    if (next) next(lane)
    else free.push(lane)
  }
  return {
    use: async (work) => {
      const lane = await take()
      lane.problems.length = 0
      return work(lane).finally(() => giveBack(lane))
    },
  }
}

function laneOf(page: Page, problems: string[]): Lane {
  const asked = new Set<object>()
  let loaded: Loaded[] = []
  let changes = 0
  const note = (change: () => void) => {
    change()
    changes += 1
  }
  page.on('request', (request) => {
    note(() => asked.add(request))
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loaded = []
    loaded.push({ type: request.resourceType(), path: new URL(request.url()).pathname })
  })
  page.on('requestfinished', (request) => note(() => asked.delete(request)))
  page.on('requestfailed', (request) => note(() => asked.delete(request)))
  // A new document forgets what the last one asked.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && asked.clear())
  const settled = async () => {
    await page.waitForFunction(() => document.body.innerText.trim() !== '')
    for (let before = -1; before !== changes || asked.size > 0; ) {
      before = changes
      await page.evaluate(rest)
      await page.locator('.kp-progress, .kp-bones, .ant-skeleton-active, .ant-spin-spinning').first().waitFor({ state: 'hidden' })
    }
  }
  return { page, problems, loaded: () => loaded, settled }
}

/** The page has nothing to do, and still has nothing a moment later: an answer may lead to the next question. */
const rest = async () => {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  await idle()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await idle()
}
