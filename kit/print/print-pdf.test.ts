import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import { afterAll, expect, test, vi } from 'vitest'
import { missingCharacters, type PrintFailure, type PrintOptions, printParts, printPdf, qrPng, qrSvg } from './index.ts'
import { plainJpeg } from './plain-jpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-print-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a reader of the file can select, by poppler. */
function poppler(program: 'pdftotext' | 'pdffonts', pdf: Uint8Array): string {
  const file = join(folder, 'printed.pdf')
  writeFileSync(file, pdf)
  return execFileSync(program, program === 'pdftotext' ? [file, '-'] : [file], { encoding: 'utf8' })
}

async function refusal(source: string, data: unknown, options?: PrintOptions): Promise<PrintFailure> {
  return await printPdf({ name: 'test', source }, data, options).then(
    () => expect.unreachable('it was printed'),
    (error: PrintFailure) => error,
  )
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** 16 × 8, baseline, three colours. */
const photo = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgoKC8oLzc3Nzc3N0E8QUNDQ0FBQUFDQ0NISEhVVVVISEhDQ0hIUFBVVVxfXFdXVVdfX2RkZHh4c3',
    'OMjJGsrM//xABoAAEBAQAAAAAAAAAAAAAAAAAFBAYBAQEAAAAAAAAAAAAAAAAAAAUGEAAABQIGAwEAAAAAAAAAAAAAAxECASExEkFyscFhUTIT',
    'xBEAAgEDBQEAAAAAAAAAAAAAAQIRAEEhUWGxA3ES/8AAEQgACAAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AxJZhjXzgnbx2Ci/qx1KSi5IiXW',
    'yBQv3M0TwLY/PAKRyn1GJUE7xrVH2IGd5uxB8iOMV//9k=',
  ].join(''),
  'base64',
)

test('texts are printed as they are, with fonts in the file, and can be selected', async () => {
  const rare = '丂㛃𬭚王小明 ① ② ≥ ≤ ≠ π √ ℃ ·'
  const source = '= #data.title\n*#data.name* #picture(data.seal, width: 1cm) #vector(data.qr, width: 3cm)'
  const data = { title: '#panic("源") *字* $x$ \\ @a', name: rare, seal: 'seal.png', qr: qrSvg('https://exam.example.com/t/1') }
  const pdf = await printPdf({ name: 'test', source }, data, { files: { 'seal.png': picture } })
  const text = poppler('pdftotext', pdf)
  expect(text).toContain('#panic("源") *字* $x$ \\ @a')
  expect(text).toContain(rare)
  const fonts = poppler('pdffonts', pdf).trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(0)
  for (const font of fonts) expect(font).toMatch(/NotoSansSC-\w+ +CID TrueType +Identity-H +yes yes yes/)
})

test.each([
  ['a drawn', '#vector(data, width: 25mm)'],
  ['a pictured', '#picture("code.png", width: 25mm, scaling: "pixelated")'],
])('%s code is read by a camera, also at the resolution of a cheap printer', async (_how, source) => {
  const text = 'q7Zr2mB0cXl_9dTnKwEAaQ'
  const pdf = await printPdf({ name: 'test', source }, qrSvg(text), { files: { 'code.png': qrPng(text) } })
  const file = join(folder, 'code.pdf')
  writeFileSync(file, pdf)
  const printed = execFileSync('pdftoppm', ['-r', '110', '-gray', '-singlefile', file], { maxBuffer: 1 << 26 })
  const [head = '', width = '', height = ''] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(printed.subarray(0, 40).toString('latin1')) ?? []
  const greys = printed.subarray(head.length)
  const colours = Uint8ClampedArray.from({ length: 4 * greys.length }, (_, at) => (at % 4 === 3 ? 255 : (greys[at >> 2] ?? 255)))
  expect(jsqr.default(colours, Number(width), Number(height))?.data).toBe(text)
})

test('what no font has is refused by name before anything is printed', async () => {
  expect(missingCharacters('王㛃𬭚\n①≥π\u200b')).toEqual([])
  expect(missingCharacters('张😀𪚥😀')).toEqual(['😀', '𪚥'])
  const failure = await refusal('#data.people.at(0).name', { people: [{ name: '李𪚥' }, { name: '半\ud800' }] })
  expect(failure.reason).toBe('glyph')
  expect([...failure.characters].sort()).toEqual(['\ud800', '𪚥'].sort())
  expect(failure.message).toContain('𪚥（U+2A6A5）')
})

test('an endless template is ended at its time, a greedy one at its memory, and the next is printed', async () => {
  const endless = '#for a in range(100000) { for b in range(100000) { } }'
  const greedy = '#let a = (1,) * 100000; #let all = (); #for i in range(4000) { all.push(a.map(x => x + i)) }; #all.len()'
  const [late, large] = await Promise.all([
    refusal(endless, {}, { limitSeconds: 1 }),
    refusal(greedy, {}, { limitMiB: 250, limitSeconds: 60 }),
  ])
  expect([late.reason, large.reason]).toEqual(['time', 'memory'])
  expect(poppler('pdftotext', await printPdf({ name: 'test', source: '之后' }, null))).toContain('之后')
})

test.each([
  ['a broken template', '#let a = ', {}],
  ['a picture that is not there', '#picture("a.png")', {}],
  ['a picture that is none', '#picture("a.png")', { files: { 'a.png': Buffer.from('not a picture') } }],
  ['a file of the server', '#read("/etc/passwd")', {}],
  ['a file of another name', '1', { files: { '../a': picture } }],
  ['something from the network', '#import "@preview/cetz:0.3.1"', {}],
])('%s is refused', async (_what, source, options) => {
  const failure = await refusal(source, {}, options)
  expect(failure.reason).toBe('template')
  expect(failure.message).toBe('打印模板无法生成文件，请检查模板和其中的图片后重试')
})

test('pictures of one print are not found by the next', async () => {
  const template = { name: 'test', source: '#picture("a.png")' }
  await printPdf(template, {}, { files: { 'a.png': picture } })
  expect((await refusal(template.source, {})).reason).toBe('template')
})

const list = (file: string) => execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n').slice(2)

test('a photo comes into the file byte for byte; one that is to be turned is turned', async () => {
  const template = { name: 'test', source: '#picture("a.jpg", width: 2cm, height: 2cm, fit: "cover")' }
  const file = join(folder, 'photo.pdf')
  writeFileSync(file, await printPdf(template, {}, { files: { 'a.jpg': photo } }))
  execFileSync('pdfimages', ['-j', file, join(folder, 'taken')])
  expect(readFileSync(join(folder, 'taken-000.jpg')).equals(photo)).toBe(true)
  // Orientation 6: what is 16 × 8 stands upright.
  const tags = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
  const turned = Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, tags.length + 2]), tags, photo.subarray(2)])
  writeFileSync(file, await printPdf(template, {}, { files: { 'a.jpg': turned } }))
  expect(list(file)).toEqual([expect.stringMatching(/image +8 +16 /)])
})

test('what is no whole JPEG is none that a reader is given as it is', () => {
  expect(plainJpeg(photo)).toEqual({ width: 16, height: 8 })
  for (let length = 0; length < photo.length; length++) expect(plainJpeg(photo.subarray(0, length))).toBeUndefined()
  expect(plainJpeg(Buffer.concat([photo.subarray(0, 20), Buffer.from([0xff, 0xd9])]))).toBeUndefined()
})

test('parts become one file in their order, with all their pictures, and texts that can be selected', async () => {
  const path = join(folder, 'joined.pdf')
  const source = '#for name in data [#name #picture("a.png", width: 1cm) #pagebreak(weak: true)]'
  async function* parts() {
    for (const names of [['甲一', '甲二'], ['乙一'], ['丙㛃', '丙二', '丙三']]) yield { data: names, files: { 'a.png': picture } }
  }
  await printParts({ name: 'test', source }, parts(), { path })
  const joined = readFileSync(path)
  expect(poppler('pdftotext', joined).match(/[甲乙丙]./gu)).toEqual(['甲一', '甲二', '乙一', '丙㛃', '丙二', '丙三'])
  const fonts = poppler('pdffonts', joined).trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(0)
  for (const font of fonts) expect(font).toMatch(/NotoSansSC-\w+ +CID TrueType +Identity-H +yes yes yes/)
  expect(list(path).length).toBeGreaterThanOrEqual(6)
})

test('a part that cannot be printed ends all of them, and leaves no file', async () => {
  const path = join(folder, 'never.pdf')
  async function* parts() {
    yield { data: '好' }
    yield { data: '李𪚥' }
  }
  const failure = await printParts({ name: 'test', source: '#data' }, parts(), { path }).then(
    () => expect.unreachable('it was printed'),
    (error: PrintFailure) => error,
  )
  expect([failure.reason, failure.characters, existsSync(path)]).toEqual(['glyph', ['𪚥'], false])
})

test('a press that has just begun is not ended by the rest it then had, however long it works', async () => {
  // Presses of its own: those of the other tests may have begun long ago.
  const { Press }: typeof import('./press.ts') = await import(`./press.ts?${'fresh'}`)
  const task = { kind: 'print' as const, source: '#data', files: {}, limitMiB: 1024 }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await Press.print({ ...task, json: '"先"' }, 60)
    const second = Press.print({ ...task, json: '"后"' }, 60)
    await new Promise(setImmediate) // it has gone to the press
    vi.advanceTimersByTime(31_000)
    expect(poppler('pdftotext', await second)).toContain('后')
  } finally {
    vi.useRealTimers()
  }
})
