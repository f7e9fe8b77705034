import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

let shared: Promise<Browser> | undefined

/** One headless Chromium for all files of a worker: what visitors keep is in contexts of their own. It ends with the worker. The lighter one where it is. */
export function openBrowser(): Promise<Browser> {
  shared ??= start(process.env.KAOPEI_SHELL ?? '/usr/bin/chromium').then((browser) =>
    browser.once('disconnected', () => (shared = undefined)),
  )
  return shared
}

/** A whole browser of one's own, with these flags too. */
export const launch = (...flags: string[]): Promise<Browser> => start(process.env.KAOPEI_CHROMIUM ?? '/usr/bin/chromium', flags)

/** The lighter one of one's own: it has cameras, but shows no PDF, and after a jump in a film may still draw the picture before. */
export const launchLight = (...flags: string[]): Promise<Browser> => start(process.env.KAOPEI_SHELL ?? '/usr/bin/chromium', flags)

/** Root needs it without its sandbox. */
function start(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // A page lives for a second: compiling its code well costs more than it ever saves.
      '--js-flags=--no-opt --no-maglev',
      ...flags,
    ],
  })
}

/** Every file ends with it: nobody of one file is still there in the next. */
export async function dismissVisitors(): Promise<void> {
  const contexts = (await shared)?.contexts() ?? []
  await Promise.all(contexts.map((context) => context.close()))
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors, page errors and refused contents so far. */
  readonly problems: string[]
}

/** A picture of every open page, for whoever has to find out why a test failed. */
export async function pictureAll(folder: string): Promise<void> {
  const pages = (await shared)?.contexts().flatMap((context) => context.pages()) ?? []
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(folder, `page-${index}.png`) }).catch(() => undefined)
}

/** A person with a browser of their own: no shared cookies or storage. */
export async function newVisitor(options: { width?: number; height?: number } = {}): Promise<Visitor> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    // A list that is still unfolding moves away between press and release: nobody is that quick, a test on a busy machine is.
    reducedMotion: 'reduce',
  })
  // The product, its database and another run share the machine: what comes late is no fault, what never comes is.
  context.setDefaultTimeout(60_000)
  // A page may swallow what the policy refuses (a try of `eval`): then nothing but this event tells.
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`refused by the policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    ),
  )
  const page = await context.newPage()
  return { context, page, problems: watch(page) }
}

/** Console errors and page errors of a page from now on. */
export function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  return problems
}
