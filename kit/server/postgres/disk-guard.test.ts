import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lowRoomBytes, prepareForDisk, readOnlyFile } from './disk-guard.ts'

const megabyte = 1024 ** 2

test.each([
  ['a small disk keeps back 8 %', 200, 16],
  ['a large disk keeps back 256 MB', 100_000, 256],
])('%s', (_, totalMb, lowMb) => {
  expect(lowRoomBytes(totalMb * megabyte)).toBe(lowMb * megabyte)
})

test('with room on the disk a database left read-only takes writes again', () => {
  const home = mkdtempSync(join(tmpdir(), 'kaopei-disk-'))
  try {
    const pgdata = join(home, 'pgdata')
    mkdirSync(pgdata)
    const binaries = { postgres: '', initdb: '', pgCtl: '', major: '18' }
    const log = { info: () => undefined, warn: () => undefined }
    const cluster = { home, pgdata, binaries, log, user: undefined, ephemeral: false, servesOnSeconds: 0, port: 0 }
    prepareForDisk(cluster)
    expect(existsSync(join(pgdata, readOnlyFile))).toBe(false)
    expect(readFileSync(join(pgdata, 'disk-full.off'), 'utf8')).toContain('default_transaction_read_only = on')
    renameSync(join(pgdata, 'disk-full.off'), join(pgdata, readOnlyFile))
    prepareForDisk(cluster)
    expect(existsSync(join(pgdata, readOnlyFile))).toBe(false)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
