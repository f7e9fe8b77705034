import { expect, test } from 'vitest'
import { uploadKinds } from '../../contract/upload.ts'
import { matchesExtension } from './matches-extension.ts'
import { isTooManyPixels, pictureSizeOf } from './picture-size.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const office = Buffer.concat([hex('504b0304'), Buffer.alloc(22), hex('1300 0000'), Buffer.from('[Content_Types].xml')])
const compound = hex('d0cf11e0a1b11ae1 00000000')
const riff = (form: string) => Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')

/** The beginning of a true file of each ending that may be uploaded. */
const heads: Readonly<Record<string, Buffer>> = {
  doc: compound,
  docx: office,
  ppt: compound,
  pptx: office,
  xls: compound,
  xlsx: office,
  pps: compound,
  pdf: Buffer.from('%PDF-1.4'),
  jpg: hex('ffd8ffe0 0010'),
  jpeg: hex('ffd8ffdb 0010'),
  gif: Buffer.from('GIF89a'),
  png: hex('89504e470d0a1a0a 0000'),
  bmp: Buffer.from('BM\0\0\0\0'),
  wmv: hex('3026b2758e66cf11 a6d9'),
  mp4: Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'),
  flv: Buffer.from('FLV\u0001'),
  avi: riff('AVI '),
  rmvb: Buffer.from('.RMF\0'),
  mpg: hex('000001ba 44'),
  mkv: hex('1a45dfa3 01'),
  mov: Buffer.from('\0\0\0\u0008wide', 'latin1'),
  mts: Buffer.concat([hex('00000000 47'), Buffer.alloc(191), hex('47')]),
  w4v: Buffer.from('\0\0\0\u0018ftypM4V ', 'latin1'),
  m4a: Buffer.from('\0\0\0\u0018ftypM4A ', 'latin1'),
  wma: hex('3026b2758e66cf11 a6d9'),
  wav: riff('WAVE'),
  mp3: Buffer.from('ID3\u0003'),
  amr: Buffer.from('#!AMR\n'),
  csv: Buffer.from('题目,答案\n'),
  srt: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n你好\n'),
  vtt: Buffer.from('WEBVTT\n'),
  zip: Buffer.concat([hex('504b0304'), Buffer.alloc(26)]),
}

test('every ending that may be uploaded is recognised by its own beginning, and no web page passes for any but a text', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const extension of Object.values(uploadKinds).flatMap((kind) => Object.keys(kind.types))) {
    const head = heads[extension]
    if (!head) throw new Error(`no example of ${extension}`)
    expect([extension, matchesExtension(extension, head)]).toEqual([extension, true])
    expect([extension, matchesExtension(extension, page)]).toEqual([extension, ['csv', 'srt', 'vtt'].includes(extension)])
    expect(matchesExtension(extension, Buffer.alloc(0))).toBe(false)
  }
})

test.each(['exe', 'svg', 'html', 'constructor', ''])('the ending %j is never recognised', (extension) => {
  expect(matchesExtension(extension, Buffer.from('MZ'))).toBe(false)
})

test('a table in GBK is a text, a workbook called .csv is not', () => {
  expect(matchesExtension('csv', hex('cce2c4bf 2c b4f0b0b8 0a'))).toBe(true)
  expect(matchesExtension('csv', hex('fffe 9898 ee76'))).toBe(true)
  expect(matchesExtension('csv', office)).toBe(false)
})

test('pictures tell their size', () => {
  const png = Buffer.concat([hex('89504e470d0a1a0a 0000000d 49484452 00000280 000001e0'), Buffer.alloc(8)])
  const jpeg = Buffer.concat([hex('ffd8 ffe0 0004 0000 ff ffc0 0011 08 01e0 0280 03'), Buffer.alloc(20)])
  const gif = Buffer.concat([Buffer.from('GIF89a'), hex('8002 e001'), Buffer.alloc(20)])
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(16), hex('80020000 20feffff'), Buffer.alloc(4)])
  for (const head of [png, jpeg, gif, bmp]) expect(pictureSizeOf(head)).toEqual({ width: 640, height: 480 })
  expect(pictureSizeOf(Buffer.alloc(100))).toBeUndefined()
  expect([isTooManyPixels({ width: 8000, height: 8000 }), isTooManyPixels({ width: 8001, height: 8000 })]).toEqual([false, true])
})
