import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { journeys, near } from './near.ts'
import { root } from './run.ts'

test('every journey says which rooms it walks through', () => {
  const files = globSync('e2e/journeys/*.test.ts', { cwd: join(root) }).map((file) => basename(file, '.test.ts'))
  expect(Object.keys(journeys).sort()).toEqual(files.sort())
})

test('a change in a room reaches its importers, its calls and screens, and the journeys through it', () => {
  const file = 'domains/usergroup/server/group.sql.ts'
  expect(near([file, 'domains/usergroup/README.md'])).toEqual({
    modules: [file],
    folders: [],
    rooms: ['usergroup'],
    journeys: ['picking', 'training', 'user-groups'],
  })
})

test('a migration reaches the tests of the database and of its room', () => {
  const { folders, rooms } = near(['db/migrations/20261123100000_share__views.sql', 'db/schema.sql', 'db/types.ts'])
  expect(folders).toEqual(['db/', 'domains/share/server/'])
  expect(rooms).toEqual(['share'])
})

test('a change in the kit or in what assembles the product reaches every room', () => {
  for (const file of ['kit/server/database/db.ts', 'apps/console/guard.ts']) {
    expect(near([file]).rooms).toBeUndefined()
    expect(near([file]).journeys).toEqual(Object.keys(journeys))
  }
})

test('a changed test reaches itself alone', () => {
  const room = 'domains/org/server/staff/roster.test.ts'
  expect(near([room])).toEqual({ modules: [room], folders: [], rooms: [], journeys: [] })
  expect(near(['e2e/journeys/picking.test.ts']).journeys).toEqual(['picking'])
})
