import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { canonicalJson } from '@kaopei/contract'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainRow, chainStart } from '../chain.ts'
import { signingKey } from '../signing-key.ts'
import { type PackFile, textFile, verifierPage, writePack } from './write-pack.ts'

const attemptId = '0198a000-0000-7000-8000-000000000001'
const key = signingKey('a secret of the deployment, long enough')
const picture = Buffer.from('a picture that somebody may want to change')
const sha256 = createHash('sha256').update(picture).digest('hex')
const statement = Buffer.from('%PDF-1.7 what the candidate brought')
const rows = [
  { kind: 'event', id: 'one', type: 'start' },
  { kind: 'piece', id: 'two', sha256 },
]

let browser: Browser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaopei-pack-'))
  writeFileSync(join(folder, 'verify.html'), verifierPage())
  const executablePath = process.env.KAOPEI_SHELL ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function packed(staffName = '张三', fileName = '情况说明.pdf'): Promise<Buffer> {
  const head = rows.reduce(chainRow, chainStart(attemptId))
  const night = canonicalJson({ kind: 'kaopei-night-1', heads: [{ attemptId, number: 1, head }] })
  const picturePath = 'pieces/first-picture-1.jpg'
  const statementPath = 'appeals/3-1.pdf'
  const files: PackFile[] = [
    textFile('verify.html', verifierPage()),
    textFile('public-key.pem', key.publicKey),
    textFile('chain.jsonl', rows.map((row) => `${canonicalJson(row)}\n`).join('')),
    textFile('nights/1.json', night),
    textFile('nights/1.sig', key.sign(night)),
    textFile('nights/1.pem', key.publicKey),
    { ...textFile(picturePath, picture.toString()), isPacked: true },
    { ...textFile(statementPath, statement.toString()), isPacked: true },
  ]
  const facts = {
    ...{
      kind: 'kaopei-pack-1',
      attemptId,
      staffName,
      examName: '安全生产考试',
      reason: '申诉',
      exportedAt: '2026-11-24',
    },
    chain: { attemptId, handInHead: head, seals: [{ number: 1, count: rows.length, head, at: '2026-11-24' }] },
    pieces: [{ path: picturePath, rowId: 'two', sha256 }],
    appealFiles: [{ path: statementPath, name: fileName }],
    missingAppealFiles: 0,
    nights: [{ payload: 'nights/1.json', signature: 'nights/1.sig', key: 'nights/1.pem', at: '2026-11-24' }],
  }
  const each = async function* () {
    yield* files
  }
  return buffer(writePack(each(), { facts, key, onFile: () => undefined }))
}

/** What the page, opened from the disk, says of a pack. */
async function verdictOn(pack: Buffer): Promise<{ verdict: string; steps: string; facts: string }> {
  const path = join(folder, 'pack.zip')
  writeFileSync(path, pack)
  const page = await browser.newPage({ timezoneId: 'Asia/Shanghai' })
  try {
    await page.goto(pathToFileURL(join(folder, 'verify.html')).href)
    await page.getByLabel('证据包').setInputFiles(path)
    await page.getByText(/核验(不)?通过/).waitFor()
    const shown = (id: string) => page.locator(id).innerText()
    return { verdict: await shown('#verdict'), steps: await shown('#steps'), facts: await shown('#facts') }
  } finally {
    await page.close()
  }
}

test('a whole pack passes on a page from the disk, without network', async () => {
  const { verdict, steps, facts } = await verdictOn(await packed())
  expect(verdict).toBe('核验通过：证据包完整，未被改动')
  expect(steps).toContain('清单签名有效')
  expect(steps).toContain('记录链完整，共 2 条')
  expect(steps).toContain('每夜签名有效（2026-11-24 08:00:00）')
  expect(facts).toMatch(/导出时间\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n/)
  expect(facts).toMatch(/时区\s+北京时间/)
  expect(`${steps}${facts}`).not.toContain('GMT')
  expect(steps).toContain('申诉材料 1 份：情况说明.pdf（appeals/3-1.pdf）')
})

test.each(['public-key.pem', 'manifest.json', 'manifest.sig', 'chain.jsonl', 'nights/1.json', 'nights/1.sig', 'nights/1.pem'])(
  'a flipped byte of %s is told in words of the page',
  async (name) => {
    const pack = await packed()
    const place = pack.indexOf(name) + name.length
    pack.writeUInt8(pack.readUInt8(place) ^ 1, place)
    const { verdict, steps } = await verdictOn(pack)
    expect(verdict).toMatch(/^核验不通过：(发现 \d 处问题|文件已被改动，无法读取)/)
    expect(`${verdict} ${steps}`).toContain(name)
    expect(`${verdict} ${steps}`).not.toMatch(/[a-z]+ [a-z]+/i)
  },
)

test('what is cut off or no archive is told in words of the page', async () => {
  const pack = await packed()
  expect((await verdictOn(pack.subarray(0, pack.length - 30))).verdict).toBe('核验不通过：这不是完整的压缩包')
  expect((await verdictOn(pack.subarray(200))).verdict).toMatch(/^核验不通过：(压缩包|文件已损坏)/)
})

test('one flipped byte of a picture, or of what came with an appeal, is named', async () => {
  const pack = await packed()
  const ofAppeal = Buffer.from(pack)
  const place = ofAppeal.indexOf(statement)
  ofAppeal.writeUInt8(ofAppeal.readUInt8(place) ^ 1, place)
  expect((await verdictOn(ofAppeal)).steps).toContain('文件已被改动：appeals/3-1.pdf')
  const ofPicture = Buffer.from(pack)
  const at = ofPicture.indexOf(picture)
  ofPicture.writeUInt8(ofPicture.readUInt8(at) ^ 1, at)
  const found = await verdictOn(ofPicture)
  expect(found.verdict).toBe('核验不通过：发现 1 处问题')
  expect(found.steps).toContain('文件已被改动：pieces/first-picture-1.jpg')
})

test('a script as a name is shown as it is written', async () => {
  const script = '<img src=x onerror="document.title=1">'
  const { verdict, steps } = await verdictOn(await packed(script, `${script}.pdf`))
  expect(verdict).toBe('核验通过：证据包完整，未被改动')
  expect(steps).toContain(`${script}.pdf`)
})
