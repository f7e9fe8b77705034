import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from '../../tools/rooms.ts'
import { roomsWithPages } from './rooms.ts'

const domains = join(import.meta.dirname, '../../domains')

test('every room that has pages for candidates is assembled, from the ground up', () => {
  const found = globSync('*/candidate/routes.ts', { cwd: domains }).map((path) => path.split('/')[0])
  expect(existsSync(join(domains, 'exam/candidate/routes.ts'))).toBe(true)
  expect(roomsWithPages).toEqual(rooms.map(({ name }) => name).filter((name) => found.includes(name)))
})
