import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Whose clock something goes by is the company's to say: no file writes a zone down, or asks the machine that it happens to run on.

const root = join(import.meta.dirname, '..', '..')
const files = globSync('{apps,bench,db,domains,kit,tools}/**/*.{ts,tsx,sql}', { cwd: root }).filter(
  (file) => !/node_modules|\/dist\/|\.test\.tsx?$|^db\/(schema\.sql|types\.ts)$/.test(file),
)

/** Why a file may, all the same. */
const mayName: Readonly<Record<string, string>> = {
  'kit/contract/zone.ts': 'the default',
  'kit/web/client/company-zone.ts': 'what people call it',
  'domains/platform/contract/partner-keys.ts': 'a name among those that a company chooses from',
  'db/migrations/20261121091000_platform__company.sql': 'the default',
}
const mayAskMachine: Readonly<Record<string, string>> = {
  'kit/web/date-controls.tsx': 'days without a time, for the picker',
  'kit/web/list/range-filter.tsx': 'days without a time, for the picker',
  'kit/web/providers.tsx': 'the words of the calendar',
  'kit/web/wall-clock.ts': 'the one door',
  'kit/web/report/statistics-panel-canvas.tsx': 'days without a time, for the picker',
}

const linesWith = (pattern: RegExp, allowed: Readonly<Record<string, string>>) =>
  files.flatMap((file) => {
    if (file in allowed) return []
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
  })

test('no zone is written down', () => {
  expect(files.length).toBeGreaterThan(800)
  expect(linesWith(/[+]08:?00|Asia\/Shanghai|480 ?\* ?60|8 ?\* ?3_?600/, mayName)).toEqual([])
})

test('no clock of the machine is asked what day or hour it is', () => {
  const machine = /\.get(FullYear|Month|Date|Day|Hours|Minutes)\(|toLocale(Date|Time)String\(|\bdayjs\(/
  expect(linesWith(machine, mayAskMachine)).toEqual([])
})

test('whoever is excused is still there', () => {
  expect(Object.keys({ ...mayName, ...mayAskMachine }).filter((file) => !files.includes(file))).toEqual([])
})
