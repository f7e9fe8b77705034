import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('stylesheets ask for variables of our own: those of the UI library hold inside its controls alone', () => {
  const root = join(import.meta.dirname, '../..')
  const sheets = [...globSync('domains/**/*.css', { cwd: root }), ...globSync('kit/**/*.css', { cwd: root })].filter(
    (path) => !path.includes('node_modules') && !path.includes('/dist/'),
  )
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.filter((path) => readFileSync(join(root, path), 'utf8').includes('var(--ant-'))).toEqual([])
})
