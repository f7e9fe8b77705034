import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/** A browser with a profile on disk that can be killed as a flat battery does: no goodbye, no last call. */
export class KillableBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'kaopei-profile-'))
  #process: ChildProcess | undefined
  #browser: Browser | undefined

  /** Starts it, again after a kill; what it kept is there. */
  async open(): Promise<Page> {
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage', '--lang=zh-CN']
    const own = [`--user-data-dir=${this.#profile}`, '--remote-debugging-port=0', '--hide-crash-restore-bubble', 'about:blank']
    const child = spawn(process.env.KAOPEI_CHROMIUM ?? '/usr/bin/chromium', [...flags, ...own], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    this.#process = child
    this.#browser = await chromium.connectOverCDP(await debuggerOf(child))
    const [context] = this.#browser.contexts()
    const page = context?.pages()[0] ?? (await context?.newPage())
    if (!page) throw new Error('the browser has no page')
    await page.setViewportSize({ width: 1440, height: 900 })
    return page
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // The browser and its own helpers, which are in a group of their own.
    process.kill(-child.pid, 'SIGKILL')
    await gone
    await this.#browser?.close().catch(() => undefined)
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function debuggerOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (part: Buffer) => {
      said += part.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(said)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`the browser did not start: ${said.slice(-500)}`)))
  })
}
