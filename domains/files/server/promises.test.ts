import type { InputOf } from '@kaopei/contract'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../contract/upload.ts'
import { filesModule, temporaryBlobs } from './index.ts'
import { removeDueFiles } from './sweeps.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule], temporaryBlobs)
})
afterAll(() => world.close())

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
type Wish = InputOf<typeof upload.credential>
const ask = (actor: TestActor, wish: Wish) => world.as(actor).call(upload.credential, wish)
const limit = (companyId: string, bytes: number | null) =>
  world.rows('update platform.company set storage_quota_bytes = $2 where id = $1', [companyId, bytes])
const used = async (companyId: string) => {
  const [row] = await world.rows<{ used: number }>(
    'select coalesce(sum(size_bytes), 0)::float8 as used from files.usage where company_id = $1',
    [companyId],
  )
  return row?.used
}
const codes = (answers: readonly { code: number }[]) => answers.map(({ code }) => code)
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

test('of twenty uploads begun at once as many begin as the quota has room for', async () => {
  const actor = await world.actor()
  await limit(actor.companyId, 1000)
  const wishes: Wish[] = [
    { filePath: 'a.pdf', sizeBytes: 300, purpose: 'document' },
    { filePath: 'a.xlsx', sizeBytes: 300, purpose: 'import' },
  ]
  for (const wish of wishes) {
    const begun = await times(20, () => ask(actor, wish))
    expect(codes(begun).filter((code) => code === 0)).toHaveLength(3)
    expect(codes(begun).filter((code) => code === 2456)).toHaveLength(17)
    expect(await used(actor.companyId)).toBe(900)
    for (const { code, data } of begun) if (code === 0) await world.as(actor).get(upload.abandon, { uploadId: data.uploadId })
    expect(await used(actor.companyId)).toBe(0)
  }
})

test('an upload without a size is promised the most that it may be', async () => {
  const actor = await world.actor()
  await limit(actor.companyId, 201 * megabyte)
  expect(await ask(actor, { filePath: 'a.mp4', purpose: 'attachment' })).toMatchObject({ code: 2456 })
  expect(await ask(actor, { filePath: 'a.pdf', purpose: 'attachment' })).toMatchObject({ code: 0 })
  expect(await ask(actor, { filePath: 'b.pdf', sizeBytes: 2 * megabyte, purpose: 'attachment' })).toMatchObject({ code: 2456 })
})

test('a promise ends with the day, and what was promised is free again', async () => {
  const actor = await world.actor()
  await limit(actor.companyId, 1000)
  const wish = { filePath: 'a.pdf', sizeBytes: 1000, purpose: 'document' } as const
  expect(await ask(actor, wish)).toMatchObject({ code: 0 })
  expect(await ask(actor, wish)).toMatchObject({ code: 2456 })
  await removeDueFiles(world.services, new Date(Date.now() + 25 * 3_600_000))
  expect(await used(actor.companyId)).toBe(0)
  expect(await ask(actor, wish)).toMatchObject({ code: 0 })
})

test('whoever has no rights uploads pictures alone, a few at a time', async () => {
  const actor = await world.actor({ rights: [] })
  const purposes = [
    'courseware',
    'import',
    'questionImport',
    'branding',
    'editorImage',
    'attachment',
    'document',
    'video',
  ] as const
  for (const purpose of purposes) {
    const filePath = { courseware: 'a.mp4', video: 'a.mp4', branding: 'a.png', editorImage: 'a.png' }[String(purpose)] ?? 'a.xlsx'
    expect(await ask(actor, { filePath, sizeBytes: 10, purpose }), purpose).toMatchObject({ code: 1002 })
  }
  expect(await world.as(actor).call(upload.editorCredential, { filePath: 'a.png' })).toMatchObject({ code: 1002 })
  const small = await times(25, () => ask(actor, { filePath: 'a.png', sizeBytes: 1000, purpose: 'image' }))
  expect(codes(small).filter((code) => code === 0)).toHaveLength(20)
  expect(codes(small).filter((code) => code === 2410)).toHaveLength(5)
  const other = await world.actor({ companyId: actor.companyId, rights: [] })
  const large = await times(25, () => ask(other, { filePath: 'a.png', sizeBytes: 10 * megabyte, purpose: 'image' }))
  expect(codes(large).filter((code) => code === 0)).toHaveLength(20)
  expect(await used(actor.companyId)).toBe(20 * 1000 + 200 * megabyte)
})

test('pictures without a right are so many a day, whatever else their uploader stores', async () => {
  const actor = await world.actor({ rights: [] })
  await world.rows(
    `insert into files.object (company_id, key, name, content_type, size_bytes, purpose, state, upload_id, created_by)
     select $1::uuid, $1::text || '/' || n, 'a.png', 'image/png', 1, case when n <= 390 then 'image' else 'document' end, 1, 'x', $2
     from generate_series(1, 900) n`,
    [actor.companyId, actor.staffId],
  )
  const answers = await times(15, () => ask(actor, { filePath: 'a.png', sizeBytes: 1, purpose: 'image' }))
  expect(codes(answers).filter((code) => code === 0)).toHaveLength(10)
  expect(codes(answers).filter((code) => code === 2411)).toHaveLength(5)
})

test('even who may upload films has no thousands of gigabytes under way', async () => {
  const actor = await world.actor()
  const film = { filePath: 'a.mp4', sizeBytes: 200 * gigabyte, purpose: 'courseware' } as const
  expect(codes(await times(4, () => ask(actor, film))).sort()).toEqual([0, 0, 2410, 2410])
})
