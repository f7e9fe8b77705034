import { existsSync } from 'node:fs'
import { checkSteps } from './check.ts'
import { runAll, type Step } from './run.ts'

// Every check and every test, with a real browser. KAOPEI_CHROMIUM names the browser when it is not where Debian puts it.
const browser = [process.env.KAOPEI_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)
if (browser === undefined) {
  console.error(
    'The browser tests need Chromium. On Debian or Ubuntu: apt-get install chromium fonts-noto-cjk; elsewhere set KAOPEI_CHROMIUM.',
  )
  process.exit(1)
}

const steps: readonly Step[] = [
  ...checkSteps,
  { name: 'build the clients', command: 'node', args: ['apps/server/build.ts'] },
  { name: 'tests (vitest)', command: 'vitest', args: ['run'], env: { KAOPEI_CHROMIUM: browser } },
]
process.exitCode = (await runAll('test', steps)) ? 0 : 1
