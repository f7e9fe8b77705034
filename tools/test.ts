import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './browser.ts'
import { checkSteps } from './check.ts'
import { missingPrograms } from './programs.ts'
import { runAll, type Step } from './run.ts'

// Every check and every test, with a real browser.
const reports = mkdtempSync(join(tmpdir(), 'kaopei-reports-'))
const reportOf = (mark: string) => join(reports, `${mark}.json`)

function testStep(name: string, mark: string, projects: readonly string[]): Step & { readonly mark: string } {
  const chosen = projects.flatMap((project) => ['--project', project])
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(mark)}`]
  return { name, mark, command: 'vitest', args: ['run', ...chosen, ...report], env: { KAOPEI_CHROMIUM: chromium() } }
}

const missing = missingPrograms()
if (missing.length > 0) {
  console.error(`测试需要的程序没有安装，请先运行：apt-get install --no-install-recommends ${missing.join(' ')}`)
  process.exit(1)
}

const build: Step = { name: 'build the clients', mark: 'build', command: 'node', args: ['apps/server/build.ts'] }
const inBrowser = testStep('tests in the browser', 'browser', ['e2e'])
const ofRooms = testStep('tests of rooms and kit', 'rooms', ['web', 'server'])
const ofFaults = testStep('tests of faults', 'faults', ['faults'])

// What runs in a browser waits a good deal, and so do the faults, which need the clients built: the other lane fills the gaps.
const isGood = await runAll('test', [
  [build, inBrowser, ofFaults],
  [...checkSteps, ofRooms],
])
const counted = [inBrowser, ofRooms, ofFaults].map(({ mark }) => countOf(reportOf(mark)))
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
