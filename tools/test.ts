import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const reports = mkdtempSync(join(tmpdir(), 'kaopei-reports-'))
const groups = [
  { name: 'tests of rooms and kit', projects: ['web', 'server'] },
  { name: 'tests of faults', projects: ['faults'] },
  { name: 'tests in the browser', projects: ['e2e'] },
]
const testSteps = groups.map(({ name, projects }, index): Step => {
  const chosen = projects.flatMap((project) => ['--project', project])
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, `${index}.json`)}`]
  return { name, command: 'vitest', args: ['run', ...chosen, ...report], env: { KAOPEI_CHROMIUM: browser } }
})
const build: Step = { name: 'build the clients', command: 'node', args: ['apps/server/build.ts'] }
const isGood = await runAll('test', [...checkSteps, build, ...testSteps])
const counted = groups.map((_, index) => countOf(join(reports, `${index}.json`)))
rmSync(reports, { recursive: true, force: true })
const sum = (key: 'passed' | 'failed') => counted.reduce((total, one) => total + one[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = isGood ? 0 : 1

/** What a run of vitest counted; a run that wrote no report has failed as a whole. */
function countOf(file: string): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}
