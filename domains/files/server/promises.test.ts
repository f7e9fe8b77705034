import { type InputOf, protocolErrors } from '@kaopei/contract'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../contract/upload.ts'
import { filesModule, keepFiles, temporaryBlobs } from './index.ts'
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
  world.rows('update identity.company set storage_quota_bytes = $2 where id = $1', [companyId, bytes])
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

const hours = (count: number) => count * 3_600_000
/** An upload of so long ago, its maker's last question for addresses as well. */
const age = (id: string, count: number) =>
  world.rows(
    `update files.object
     set created_at = created_at - make_interval(hours => $2), active_at = active_at - make_interval(hours => $2)
     where id = $1`,
    [id, count],
  )

test('an upload that takes days is gone on with as long as somebody sends it', async () => {
  const actor = await world.actor()
  const { data } = await ask(actor, { filePath: 'a.mp4', sizeBytes: 60 * gigabyte, purpose: 'courseware' })
  const { uploadId } = data
  const kept = async () => (await world.rows('select id from files.object where id = $1', [uploadId])).length
  const slices = () => world.as(actor).call(upload.slices, { uploadId })
  for (const _ of [1, 2]) {
    await age(uploadId, 20)
    expect((await slices()).code).toBe(0)
    await removeDueFiles(world.services, new Date(Date.now() + hours(10)))
    expect(await kept()).toBe(1)
  }
  await removeDueFiles(world.services, new Date(Date.now() + hours(25)))
  expect([await kept(), (await slices()).code]).toEqual([0, protocolErrors.notFound.code])
})

test('an upload for a courseware waits a week for it; claimed it stays, given up it goes', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const send = async () => {
    const { data } = await ask(actor, { filePath: 'a.pdf', sizeBytes: 20, purpose: 'courseware' })
    const headers = { 'content-type': 'application/octet-stream' }
    const payload = Buffer.from('%PDF-1.7\n0123456789\n')
    await world.app.inject({ method: 'PUT', url: data.slices[0]?.url ?? '', payload, headers })
    return (await world.as(actor).get(upload.complete, { uploadId: data.uploadId })).fileId
  }
  const [claimed, waiting, left] = [await send(), await send(), await send()]
  const claim = (ids: string[], now: Date) => world.inCompany(companyId, (db) => keepFiles(db, ids, now))
  const there = async () =>
    (await world.rows<{ id: string }>('select id from files.object where company_id = $1 order by id', [companyId])).map(
      ({ id }) => id,
    )
  expect(await claim([claimed], new Date())).toBe(1)
  const giveUp = (uploadId: string) => world.as(actor).call(upload.abandon, { uploadId })
  expect([(await giveUp(left)).code, (await giveUp(claimed)).code]).toEqual([0, protocolErrors.notFound.code])
  await removeDueFiles(world.services, new Date(Date.now() + hours(6 * 24)))
  expect(await there()).toEqual([claimed, waiting])
  expect(await claim([claimed, waiting], new Date(Date.now() + hours(8 * 24)))).toBe(1)
  await removeDueFiles(world.services, new Date(Date.now() + hours(8 * 24)))
  expect(await there()).toEqual([claimed])
  expect(await used(companyId)).toBe(20)
})

test('what was claimed while a sweep looked stays', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const { data } = await ask(actor, { filePath: 'a.pdf', sizeBytes: 20, purpose: 'courseware' })
  await world.rows(`update files.object set state = 1, expires_at = now() + interval '1 hour' where id = $1`, [data.uploadId])
  const later = new Date(Date.now() + hours(2))
  const sweep = await world.inCompany(companyId, async (db) => {
    expect(await keepFiles(db, [data.uploadId], new Date())).toBe(1)
    const swept = removeDueFiles(world.services, later)
    // It has the file on its list, and waits for the row that is locked here.
    await expect.poll(async () => (await world.rows('select from pg_locks where not granted')).length).toBe(1)
    return { swept }
  })
  await sweep.swept
  expect(await world.rows('select id from files.object where id = $1', [data.uploadId])).toHaveLength(1)
})
