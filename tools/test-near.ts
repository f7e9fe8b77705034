import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chromium, headlessShell } from './browser.ts'
import { near } from './near.ts'
import { root, runAll, type Step } from './run.ts'

// npm run test:near [-- --since main]: what the change of the working tree can reach, or every change since a commit.

const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } })
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const base = git('merge-base', values.since, 'HEAD')[0] ?? 'HEAD'
const files = [...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')]
const { modules, folders, rooms, journeys } = near(files)

const env: Record<string, string> = rooms === undefined ? {} : { KAOPEI_TEST_ROOMS: rooms.join(',') }
const projects = ['--project', 'web', '--project', 'server']
const steps: Step[] = []
if (modules.length > 0)
  steps.push({
    name: `tests of what imports ${modules.length} changed files`,
    command: 'vitest',
    args: ['related', '--run', '--passWithNoTests', ...projects, ...modules],
    env,
  })
if (folders.length > 0)
  steps.push({ name: `tests of ${folders.join(', ')}`, command: 'vitest', args: ['run', '--project', 'server', ...folders], env })
const walks = rooms?.length === 0 ? [] : ['e2e/gauntlet/routes.test.ts']
const inBrowser = [...walks, ...journeys.map((name) => `e2e/journeys/${name}.test.ts`)]
if (inBrowser.length > 0) {
  steps.push({ name: 'build the clients', command: 'node', args: ['apps/server/build.ts'] })
  steps.push({
    name: `in the browser: ${inBrowser.length} files`,
    command: 'vitest',
    args: ['run', '--project', 'e2e', ...inBrowser],
    env: { ...env, KAOPEI_CHROMIUM: chromium(), KAOPEI_SHELL: headlessShell() },
  })
}
console.log(`${files.length} files changed; rooms: ${rooms === undefined ? 'all' : rooms.join(', ') || 'none'}`)
process.exitCode = (await runAll('test:near', [steps])) ? 0 : 1
