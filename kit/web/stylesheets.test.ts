import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const ours = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.includes('node_modules') && !path.includes('/dist/') && !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('stylesheets ask for variables of our own: those of the UI library hold inside its controls alone', () => {
  const sheets = [...ours('domains/**/*.css'), ...ours('kit/**/*.css')]
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.filter(({ text }) => text.includes('var(--ant-')).map(({ path }) => path)).toEqual([])
})

// A variable that nobody gives a value is no colour at all, and no tool says so.
test.each([
  ['console', ['kit/web/*.css', 'kit/web/!(candidate)/**/*.css', 'domains/*/console/**/*.css', 'apps/console/**/*.css']],
  ['candidate', ['kit/web/candidate/**/*.css', 'domains/*/candidate/**/*.css', 'apps/candidate/**/*.css']],
])('of the %s, every variable that a stylesheet asks for is given a value', (_client, patterns) => {
  const sheets = patterns.flatMap((pattern) => ours(pattern))
  expect(sheets.length).toBeGreaterThan(10)
  const scripts = ours('{kit,domains,apps}/**/*.{ts,tsx}').flatMap(({ text }) => [...text.matchAll(/['"](--[a-z-]+)['"]/g)])
  const declared = sheets.flatMap(({ text }) => [...text.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)])
  const given = new Set([...scripts, ...declared].map(([, name]) => name))
  const missing = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)].flatMap(([, name]) => (given.has(name) ? [] : [`${path}: ${name}`])),
  )
  expect(missing).toEqual([])
})
