import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { converted, openConversionWorld } from '../conversion/conversion-world.ts'
import { manifest12, manifest2004, onePart, renamed, zipped } from './packages-made.ts'

let world: World
let companyId: string
beforeAll(async () => {
  world = await openConversionWorld()
  companyId = await world.company()
})
afterAll(() => world?.close())

const packed = (body: Buffer) => converted(world, { companyId, type: coursewareType.package, name: '课件.zip', body })
const partsOf = (versionId: string) =>
  world.rows(
    'select number, identifier, title, href, mastery_score, launch_data, run_time from courseware.package_part where version_id = $1 order by number',
    [versionId],
  )
const refused = async (body: Buffer, failure: string, words: string) => {
  const outcome = await packed(body)
  expect(outcome).toMatchObject({ state: 'failed', failure, transStatus: 3 })
  expect(outcome.failureText).toContain(words)
  expect(await world.rows('select 1 from courseware.package_entry where version_id = $1', [outcome.versionId])).toEqual([])
}

test('a package of SCORM 1.2: its directory and its part are kept, each entry where it lies', async () => {
  const words = Buffer.from('安全第一'.repeat(1000))
  const body = await zipped({ 'imsmanifest.xml': onePart, 'index.html': '<p>hello</p>', 'res/数据.txt': words })
  const outcome = await packed(body)
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, pageCount: 1 })
  expect(
    await world.rows('select standard, title, entry_count from courseware.package where version_id = $1', [outcome.versionId]),
  ).toEqual([{ standard: '1.2', title: '安全培训', entry_count: 3 }])
  expect(await partsOf(outcome.versionId)).toEqual([
    {
      number: 1,
      identifier: 'i',
      title: '第一单元',
      href: 'index.html',
      mastery_score: 80,
      launch_data: 'start=1',
      run_time: {},
    },
  ])
  const [entry] = await world.rows<{ first_byte: number; stored_bytes: number }>(
    `select first_byte, stored_bytes from courseware.package_entry where version_id = $1 and path = 'res/数据.txt'`,
    [outcome.versionId],
  )
  const first = Number(entry?.first_byte)
  expect(inflateRawSync(body.subarray(first, first + Number(entry?.stored_bytes))).equals(words)).toBe(true)
})

test('a title that is too long ends before a character that would be cut in two', async () => {
  const long = `${'安'.repeat(199)}𠀀全`
  const manifest = onePart.replace('第一单元', long).replace('<title>安全培训', `<title>${long}`)
  const outcome = await packed(await zipped({ 'imsmanifest.xml': manifest, 'index.html': '1' }))
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2 })
  expect(await partsOf(outcome.versionId)).toMatchObject([{ title: '安'.repeat(199) }])
})

test('SCORM 2004 with several parts, nested, with bases and parameters', async () => {
  const items = `<item identifier="a"><title>A</title><item identifier="b" identifierref="r1" parameters="?lang=zh"><title>B</title>
    <imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.75</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item></item>
    <item identifier="c" identifierref="r2"><title>C</title><adlcp:completionThreshold minProgressMeasure="0.9"/></item>`
  const resources = `<resource identifier="r1" adlcp:scormType="sco" xml:base="one/" href="go.html"/><resource identifier="r2" adlcp:scormType="asset" href="two.html?x=1"/>`
  const outcome = await packed(
    await zipped({ 'imsmanifest.xml': manifest2004(items, resources), 'one/go.html': '1', 'two.html': '2' }),
  )
  expect(outcome).toMatchObject({ transStatus: 2, pageCount: 2 })
  expect(await partsOf(outcome.versionId)).toMatchObject([
    { number: 1, title: 'B', href: 'one/go.html?lang=zh', mastery_score: 75 },
    { number: 2, title: 'C', href: 'two.html?x=1', mastery_score: null, run_time: { completionThreshold: '0.9' } },
  ])
})

test('names that lead out, links, passwords and names twice are refused before anything is kept', async () => {
  const files = { 'imsmanifest.xml': onePart, 'index.html': '1', 'aa/bb.html': 'x' }
  const archive = await zipped(files)
  await refused(renamed(archive, 'aa/bb.html', '../bb.html'), 'notAllowed', '文件名')
  await refused(renamed(archive, 'aa/bb.html', '/etc/passw'), 'notAllowed', '文件名')
  await refused(renamed(archive, 'aa/bb.html', '..\\bb.html'), 'notAllowed', '文件名')
  await refused(renamed(archive, 'aa/bb.html', 'C:/bb.html'), 'notAllowed', '文件名')
  await refused(renamed(archive, 'aa/bb.html', 'index.html'), 'notAllowed', '文件名')
  await refused(await zipped(files, { mode: 0o120777 }), 'notAllowed', '链接')
  const locked = Buffer.from(archive)
  for (let at = locked.indexOf('PK\x01\x02'); at >= 0; at = locked.indexOf('PK\x01\x02', at + 1))
    locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
  await refused(locked, 'encrypted', '密码')
})

test('an archive that says it is another size is refused: bombs, overlapping entries, half of one', async () => {
  const files = { 'imsmanifest.xml': onePart, 'index.html': '1', 'bomb.bin': Buffer.alloc(300 * 1024 * 1024) }
  await refused(await zipped(files), 'notAllowed', '大小异常')
  const archive = await zipped({ 'imsmanifest.xml': onePart, 'index.html': '1', 'a.bin': randomBytes(5000) })
  const directory = (name: string) => archive.lastIndexOf(name) - 46
  const overlapping = Buffer.from(archive)
  overlapping.writeUInt32LE(overlapping.readUInt32LE(directory('index.html') + 42), directory('a.bin') + 42)
  await refused(overlapping, 'notAllowed', '结构异常')
  const huge = Buffer.from(archive)
  huge.writeUInt32LE(0xf0000000, directory('index.html') + 24)
  await refused(huge, 'notAllowed', '大小异常')
  await refused(archive.subarray(0, archive.length - 30), 'unreadable', '损坏')
  await refused(Buffer.from('no archive'), 'unreadable', '损坏')
})

test('what is no SCORM package is told the way round', async () => {
  await refused(await zipped({ 'index.html': '1' }), 'unreadable', '不是 SCORM 课件')
  await refused(await zipped({ 'h5p.json': '{}', 'content/content.json': '{}' }), 'unreadable', 'H5P')
  await refused(await zipped({ 'course/imsmanifest.xml': onePart, 'course/index.html': '1' }), 'unreadable', '最外层')
  await refused(await zipped({ 'imsmanifest.xml': onePart }), 'unreadable', 'index.html')
  await refused(await zipped({ 'imsmanifest.xml': '<manifest><broken', 'index.html': '1' }), 'unreadable', '无法读取')
  const entities = onePart
    .replace('<manifest', '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><manifest')
    .replace('第一单元', '&a;')
  await refused(await zipped({ 'imsmanifest.xml': entities, 'index.html': '1' }), 'unreadable', '无法读取')
  const away = manifest12(
    '<item identifier="i" identifierref="r"><title>x</title></item>',
    '<resource identifier="r" href="https://example.com/x.html"/>',
  )
  await refused(await zipped({ 'imsmanifest.xml': away }), 'unreadable', '外部网站')
})

test('names in GB18030 are read as they were written', async () => {
  const archive = await zipped({ 'imsmanifest.xml': onePart, 'index.html': '1', 'abcd.txt': 'x' })
  const raw = Buffer.from([0xb5, 0xda, 0xd2, 0xbb]) // 第一
  const gb = Buffer.from(archive)
  for (let at = gb.indexOf('abcd.txt'); at >= 0; at = gb.indexOf('abcd.txt', at + 1)) raw.copy(gb, at)
  const outcome = await packed(gb)
  expect(outcome.transStatus).toBe(2)
  const paths = await world.rows<{ path: string }>('select path from courseware.package_entry where version_id = $1', [
    outcome.versionId,
  ])
  expect(paths.map(({ path }) => path).toSorted()).toEqual(['imsmanifest.xml', 'index.html', '第一.txt'])
})

test('ten thousand files are read in little memory', async () => {
  const noise = randomBytes(20_000)
  const files: Record<string, string | Buffer> = { 'imsmanifest.xml': onePart, 'index.html': '1' }
  for (let at = 0; at < 10_000; at++) files[`res/${at}.bin`] = noise
  const body = await zipped(files, { compress: false })
  const before = process.memoryUsage().rss
  const outcome = await packed(body)
  expect(outcome.transStatus).toBe(2)
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
})
