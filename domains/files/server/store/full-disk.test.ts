/** Fault 12: a full upload volume. Nothing is acknowledged and then lost, no half file stays, and it goes on once there is room. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { failing, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileErrors, upload } from '../../contract/upload.ts'
import { FolderStore, filesModule, storeFile } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-full-'))
/** A volume of 1 MiB of its own, where this process may mount one (root in CI); elsewhere the store meets /dev/full alone. */
const isMounted = mount()
let world: World
beforeAll(async () => {
  world = await World.open([filesModule], ({ secret }) => ({ blobs: new FolderStore({ folder, secret }) }))
})
afterAll(async () => {
  await world.close()
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const namesIn = (part: string) => {
  try {
    return readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

/** Bytes, and then the error that this machine's kernel gives for a device without room. */
async function* thenFull() {
  yield Buffer.alloc(100_000, 'x')
  const full = openSync('/dev/full', 'w')
  try {
    writeSync(full, 'x')
  } finally {
    closeSync(full)
  }
}

test('a file made by the server is refused with a clear text and leaves nothing', async () => {
  const { companyId } = await world.actor()
  const file = { companyId, name: 'a.pdf', contentType: 'application/pdf', purpose: 'export', createdBy: null }
  const before = namesIn('objects')
  const storing = world.inCompany(companyId, (db) =>
    storeFile(db, world.services, { ...file, body: Readable.from(thenFull(), { objectMode: false }) }, failing),
  )
  await expect(storing).rejects.toMatchObject({ error: fileErrors.noSpace })
  expect(namesIn('objects')).toEqual(before)
  expect(await world.rows('select from files.object where company_id = $1', [companyId])).toEqual([])
})

test('an upload to a full volume is refused, and goes on where it was once there is room', async () => {
  const actor = await world.actor()
  const bytes = Buffer.alloc(300_000, 'x')
  bytes.write('%PDF-1.7\n')
  const input = { filePath: '大纲.pdf', sizeBytes: bytes.length, purpose: 'attachment' as const }
  const { uploadId, slices } = await world.as(actor).get(upload.credential, input)
  const put = () =>
    world.app.inject({
      method: 'PUT',
      url: slices[0]?.url ?? '',
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const free = fill(900_000)
  const refused = await put()
  if (isMounted) {
    expect(refused).toMatchObject({ statusCode: 507 })
    expect(refused.json()).toMatchObject({ message: '存储空间不足，请联系管理员' })
    expect(namesIn('uploads')).toEqual([])
    expect((await world.as(actor).call(upload.complete, { uploadId })).code).toBe(fileErrors.incomplete.code)
  }
  free()
  expect((await put()).statusCode).toBe(200)
  const freeAgain = fill(600_000)
  const full = await world.as(actor).call(upload.complete, { uploadId })
  if (isMounted) {
    expect(full).toMatchObject({ code: fileErrors.noSpace.code, message: fileErrors.noSpace.text })
    expect(namesIn('objects')).toEqual([])
  }
  freeAgain()
  const done = await world.as(actor).get(upload.complete, { uploadId })
  const down = await world.app.inject({ url: done.fileUrl })
  expect(down.rawPayload.equals(bytes)).toBe(true)
})

function fill(size: number): () => void {
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(size))
  return () => rmSync(ballast)
}
