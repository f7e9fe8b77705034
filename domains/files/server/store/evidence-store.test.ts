import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EvidenceFolder } from './evidence-store.ts'
import { FolderSync } from './synced-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-evidence-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newKey = () => `${randomUUID()}/202611/${randomUUID()}/1-film-1-abc.webm`
const chunks = [Buffer.from('ab'), Buffer.alloc(0), Buffer.from('cdef')]

test('what came in parts lies in one file, in folders that were not there', async () => {
  const store = new EvidenceFolder(folder)
  const key = newKey()
  await store.put(key, chunks)
  expect(readFileSync(store.localPath(key), 'utf8')).toBe('abcdef')
})

test('what a crash left half written is replaced by whoever brings it again, and nothing lies beside it', async () => {
  const store = new EvidenceFolder(folder)
  const key = newKey()
  await store.put(key, chunks)
  const path = store.localPath(key)
  writeFileSync(path, 'ab')
  await store.put(key, chunks)
  expect([readFileSync(path, 'utf8'), readdirSync(dirname(path)).length]).toEqual(['abcdef', 1])
})

test('the same at the same time is there once, whole', async () => {
  const store = new EvidenceFolder(folder)
  const key = newKey()
  await Promise.all(Array.from({ length: 8 }, () => store.put(key, chunks)))
  const path = store.localPath(key)
  expect([readFileSync(path, 'utf8'), readdirSync(dirname(path)).length]).toEqual(['abcdef', 1])
})

test('more folders than stay open are each synced, also at the same time', async () => {
  const folders = new FolderSync(1)
  const made = [1, 2, 3].map((number) => mkdtempSync(join(folder, String(number))))
  await Promise.all([...made, ...made].map((one) => folders.sync(one)))
  for (const one of [...made, ...made]) await folders.sync(one)
  await expect(folders.sync(join(folder, 'none'))).rejects.toThrow('ENOENT')
})
