import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chromium, headlessShell } from './browser.ts'
import { checkSteps } from './check.ts'
import { missingPrograms } from './programs.ts'
import { runAll, type Step } from './run.ts'

// Every check and every test, with a real browser.
const reports = mkdtempSync(join(tmpdir(), 'kaopei-reports-'))
const reportOf = (mark: string) => join(reports, `${mark}.json`)

function testStep(name: string, mark: string, projects: readonly string[]): Step & { readonly mark: string } {
  const chosen = projects.flatMap((project) => ['--project', project])
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(mark)}`]
  return {
    name,
    mark,
    command: 'vitest',
    args: ['run', ...chosen, ...report],
    env: { KAOPEI_CHROMIUM: chromium(), KAOPEI_SHELL: headlessShell() },
  }
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
const counted = [inBrowser, ofRooms, ofFaults].map(({ name, mark }) => countOf(name, reportOf(mark)))
rmSync(reports, { recursive: true, force: true })
const failures = counted.flatMap(({ failed }) => failed)
console.log(`${counted.reduce((total, { passed }) => total + passed, 0)} passed, ${failures.length} failed`)
for (const failure of failures) console.log(failure)
process.exitCode = isGood ? 0 : 1

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * What a run of vitest counted, each failure with its file, name and message: said last, because the end of a long
 * output is what is kept of it. A run that wrote no report has failed as a whole.
 */
function countOf(step: string, file: string): { passed: number; failed: readonly string[] } {
  if (!existsSync(file)) return { passed: 0, failed: [`✘ ${step}: no report`] }
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `✘ ${relative('.', name)} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`)
    const isOfFile = status === 'failed' && tests.length === 0
    return isOfFile ? [`✘ ${relative('.', name)}\n${indented(message)}`] : tests
  })
  return { passed: report.numPassedTests, failed }
}

function indented(message: string): string {
  const lines = message.split('\n').slice(0, 30)
  return lines.map((line) => `    ${line}`).join('\n')
}
