import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './rooms.ts'
import { root } from './run.ts'

const names = rooms.map(({ name }) => name)

test('every room stands in the list once', () => {
  const folders = readdirSync(join(root, 'domains'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect([...names].sort()).toEqual(folders.map(({ name }) => name).sort())
  expect(new Set(names).size).toBe(names.length)
})

test('the README says what each room owns, in the order of the list', () => {
  const told = readFileSync(join(root, 'README.md'), 'utf8').match(/^\| \[.*\]\(domains\/.* \|$/gm)
  expect(told).toEqual(rooms.map(({ name, owns }) => `| [${name}](domains/${name}/README.md) | ${owns} |`))
})
