import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'
import { tableFences, tablesSeen } from './table-fences.ts'

// Runs dependency-cruiser over the product and asserts that it saw every file: a checker that sees nothing would pass everything.
interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: { readonly violations: readonly { rule: { name: string }; from: string; to: string }[] }
}

const folders = ['kit', 'domains', 'apps', 'db']
const files = folders
  .flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist)(\/|$)/.test(name) }),
  )
  .filter((file) => !file.endsWith('.d.ts'))
const output = execFileSync(join(root, 'node_modules', '.bin', 'depcruise'), ['--output-type', 'json', ...folders], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
})
const report: Report = JSON.parse(output)
const seen = new Set(report.modules.map((module) => module.source))
const unseen = files.filter((file) => !seen.has(file))
for (const { rule, from, to } of report.summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
if (unseen.length > 0) console.error(`dependency-cruiser did not see: ${unseen.join(', ')}`)
const tables = tableFences()
for (const said of tables) console.error(said)
if (tablesSeen < 80) console.error(`only ${tablesSeen} tables and views seen: the pattern no longer finds them`)
if (report.summary.violations.length > 0 || unseen.length > 0 || tables.length > 0 || tablesSeen < 80) process.exit(1)
console.log(`${files.length} files and ${tablesSeen} tables and views, no fence crossed`)
