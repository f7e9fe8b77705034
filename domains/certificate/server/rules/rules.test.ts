import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standingOf } from '../../contract/codes.ts'
import { type Condition, condition } from '../../contract/conditions.ts'
import type { TextBox } from '../../contract/layout.ts'
import { numberIn, patternProblem, seriesOf } from '../../contract/number-pattern.ts'
import { previewValues, type Values } from '../../contract/variables.ts'
import { isPassed } from './is-passed.ts'
import { maskedName } from './masked-name.ts'
import { type DimensionSays, meetsConditions, saidOf } from './meets-conditions.ts'
import { isCode, newCode } from './new-code.ts'
import { plainPicture } from './plain-picture.ts'
import { roomIn } from './too-long.ts'
import { chineseDate, monthsLater, validityOf } from './validity.ts'

describe('what a result of an evaluation has to say', () => {
  const says: DimensionSays = { id: 'a', level: 3, raw: 24, mean: 4, t: 55.5, percentile: 70.9, band: '良好' }
  const silent: DimensionSays = { id: 'b', level: null, raw: null, mean: null, t: null, percentile: null, band: null }
  const asks = (by: Condition['by'], atLeast: number | null, more: Partial<Condition> = {}) => ({
    ...{ dimension: 'a', by, atLeast, bands: [] },
    ...more,
  })
  test.each([
    ['nothing is asked', [], true],
    ['level reached', [asks('level', 3)], true],
    ['level missed', [asks('level', 4)], false],
    ['score to the hundredth', [asks('t', 55.5), asks('percentile', 70.9), asks('raw', 24), asks('mean', 4)], true],
    ['one of two missed', [asks('raw', 24), asks('mean', 4.01)], false],
    ['band among them', [asks('band', null, { bands: ['优秀', '良好'] })], true],
    ['another band', [asks('band', null, { bands: ['优秀'] })], false],
    ['a dimension without a figure', [asks('raw', 0, { dimension: 'b' })], false],
    ['a dimension without a band', [asks('band', null, { dimension: 'b', bands: ['良好'] })], false],
    ['a dimension that is gone', [asks('raw', 0, { dimension: 'c' })], false],
  ])('%s', (_words, conditions, isMet) => expect(meetsConditions([says, silent], conditions)).toBe(isMet))

  test('asking for less never takes away what was earned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), (much, less) => {
        const [more, fewer] = [Math.max(much, less), Math.min(much, less)]
        return !meetsConditions([says], [asks('raw', more)]) || meetsConditions([says], [asks('raw', fewer)])
      }),
    )
  })

  test.each([
    [[asks('level', 3)], { score: '24', level: '3 级' }],
    [[asks('band', null, { bands: ['良好'] })], { score: '24', level: '良好' }],
    [[], { score: '24', level: '3 级' }],
    [[asks('raw', 0, { dimension: 'b' })], { score: '', level: '' }],
  ])('%j says %j', (conditions, said) =>
    expect(saidOf(conditions.length > 0 ? [says, silent] : [says], conditions)).toEqual(said),
  )

  test.each([
    [asks('level', null), '请输入下限'],
    [asks('level', 2.5), '技能级别应为 1 到 5 的整数'],
    [asks('level', 6), '技能级别应为 1 到 5 的整数'],
    [asks('band', null), '请至少选择一个档次'],
    [asks('raw', 1, { dimension: '' }), '请选择维度'],
  ])('%j is refused: %s', (given, words) => expect(condition.safeParse(given).error?.issues[0]?.message).toBe(words))
})

describe('a value that its box cannot hold', () => {
  const box: TextBox = {
    ...{
      id: 'words',
      kind: 'text',
      x: 0,
      y: 0,
      width: 60,
      height: 20,
      text: '{{姓名}}',
      sizePt: 20,
      isBold: false,
      color: '#000000',
    },
    ...{ align: 'left', vertical: 'top', fit: 'line', lineHeight: 1.5, spacingPt: 0 },
  }
  const named = (name: string, more: Partial<Values> = {}) => ({ ...previewValues('usual'), name, ...more })
  const room = (...boxes: TextBox[]) => roomIn({ pages: [{ backgroundId: null, boxes }] })
  test.each([
    ['fits as it is', box, named('王'.repeat(8)), []],
    ['fits in half its size', box, named('王'.repeat(17)), []],
    ['is too long for half its size', box, named('王'.repeat(18)), ['姓名']],
    ['would shrink and may not', { ...box, fit: 'wrap' as const }, named('王'.repeat(17)), ['姓名']],
    ['shrinks in two lines', { ...box, fit: 'shrink' as const }, named('王'.repeat(18)), []],
    ['stands beside a longer one', { ...box, text: '{{姓名}}{{依据}}' }, named('王', { source: '安'.repeat(20) }), ['依据']],
    ['words of its own are the designer’s', { ...box, text: '安'.repeat(50) }, named('王'), []],
    ['the address is as long for everybody', { ...box, text: '{{验证地址}}' }, named('王', { link: 'x'.repeat(200) }), []],
  ])('%s', (_words, one, values, names) => expect(room(one)(values)).toEqual(names))

  test('is named once, and each certificate is measured by itself', () => {
    const check = room(box, { ...box, id: 'again' })
    const long = named('王'.repeat(30))
    expect([check(long), check(named('王')), check(long)]).toEqual([['姓名'], [], ['姓名']])
  })
})

describe('the number of a certificate', () => {
  test.each([
    ['AQ-{year}-{seq:4}', '2026-12-31', 7, 'AQ-2026-0007'],
    ['AQ{yy}{month}{day}{seq:3}', '2026-03-05', 12, 'AQ260305012'],
    ['安培证〔{year}〕第 {seq} 号', '2026-01-01', 12345, '安培证〔2026〕第 12345 号'],
    ['{seq:2}', '2026-01-01', 100, '100'],
  ])('of %s on %s as the %ith is %s', (pattern, day, value, number) => {
    expect(patternProblem(pattern)).toBeUndefined()
    expect(numberIn(seriesOf(pattern, day), value)).toBe(number)
  })

  test.each([
    ['AQ-{year}', '流水号'],
    ['AQ-{seq:4}{seq:2}', '流水号'],
    ['AQ-{Year}-{seq:4}', '{Year}'],
    ['AQ-{seq:0}', '{seq:0}'],
    ['AQ-{seq:4', '流水号'],
    ['AQ}-{seq:4}', '成对'],
  ])('%s is refused: %s', (pattern, words) => expect(patternProblem(pattern)).toContain(words))

  test('a new year begins a new series by the clock of the company, wherever the server stands', () => {
    const now = new Date('2026-12-31T16:30:00Z')
    const on = (zone: string) => seriesOf('AQ-{year}-{seq:4}', validityOf(now, null, zone).issuedOn)
    expect(on('Asia/Shanghai')).toBe('AQ-2027-{seq:4}')
    expect(on('America/New_York')).toBe('AQ-2026-{seq:4}')
  })
})

describe('how long it is valid', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-01', 24, '2028-12-01'],
    ['2026-08-31', 6, '2027-02-28'],
  ])('%s and %i months is %s', (day, months, last) => expect(monthsLater(day, months)).toBe(last))

  test('until the last moment of its last day there', () => {
    const { validOn, validUntil } = validityOf(new Date('2026-03-01T02:00:00Z'), 12, 'Asia/Shanghai')
    expect(validOn).toBe('2027-03-01')
    expect(validUntil?.toISOString()).toBe('2027-03-01T15:59:59.999Z')
    expect(chineseDate('2027-03-01')).toBe('2027年3月1日')
  })

  test('one that is over is genuine and expired; one that was revoked stays revoked', () => {
    const [now, past] = [new Date('2026-05-01'), new Date('2026-04-30')]
    expect(standingOf({ state: 1, validUntil: null }, now)).toBe(1)
    expect(standingOf({ state: 1, validUntil: now }, now)).toBe(1)
    expect(standingOf({ state: 1, validUntil: past }, now)).toBe(4)
    expect(standingOf({ state: 2, validUntil: past }, now)).toBe(2)
    expect(standingOf({ state: 3, validUntil: null }, now)).toBe(3)
  })
})

test.each([
  ['张晓明', '张**'],
  ['王', '王*'],
  ['㛃𬭚', '㛃*'],
  ['阿卜杜热合曼·麦麦提吐尔逊', '阿*****'],
])('%s is shown as %s', (name, masked) => expect(maskedName(name)).toBe(masked))

test('codes are of 80 bits and never alike', () => {
  const codes = Array.from({ length: 10_000 }, newCode)
  expect(codes.every(isCode)).toBe(true)
  expect(new Set(codes).size).toBe(codes.length)
  expect(isCode('0O00000000000000')).toBe(false)
})

test.each([
  [true, 8000, null, true],
  [true, 8000, 8000, true],
  [true, 7999, 8000, false],
  [false, 10000, null, false],
  [null, 5000, null, true],
])('passed %s with %i where %s is asked for: %s', (passed, score, min, is) =>
  expect(isPassed({ isPassed: passed, scoreHundredths: score }, { minScoreHundredths: min })).toBe(is),
)

test('numbers of a series tell their values apart', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), (one, other) => {
      const series = seriesOf('AQ-{year}-{seq:4}', '2026-01-01')
      return (numberIn(series, one) === numberIn(series, other)) === (one === other)
    }),
  )
})

describe('a photo without what its camera wrote', () => {
  const segment = (marker: number, body: string) =>
    Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), Buffer.from(body, 'latin1')])
  const scan = Buffer.concat([segment(0xda, 'scan'), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])])
  const [soi, eoi] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])]
  // Height 300, width 240.
  const frame = segment(0xc0, '\x08\x01\x2c\x00\xf0\x03')
  const plain = [segment(0xe0, 'JFIF'), segment(0xe2, 'ICC_PROFILE'), frame, scan, segment(0xc4, 'table'), scan]

  test('a JPEG keeps its pixels and colours, and loses place, device, thumbnails, texts, and what hangs behind its end', () => {
    const [jfif, icc, ...rest] = plain
    const about = [segment(0xe1, 'Exif GPS'), segment(0xed, 'IPTC'), segment(0xfe, 'a comment')]
    const given = Buffer.concat(
      [soi, jfif, ...about, icc, ...rest, eoi, Buffer.from('Exif of another picture')].filter((one) => one !== undefined),
    )
    const kept = plainPicture(given)
    expect(kept).toMatchObject({ type: 'image/jpeg', width: 240, height: 300 })
    expect(kept?.bytes).toEqual(Buffer.concat([soi, ...plain, eoi]))
  })

  test('a PNG loses its texts, its time and its EXIF', () => {
    const chunk = (name: string, body: Buffer) => {
      const head = Buffer.alloc(4)
      head.writeUInt32BE(body.length)
      return Buffer.concat([head, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)])
    }
    const size = Buffer.alloc(13)
    size.writeUInt32BE(240, 0)
    size.writeUInt32BE(300, 4)
    const [first, data, end] = [chunk('IHDR', size), chunk('IDAT', Buffer.from('pixels')), chunk('IEND', Buffer.alloc(0))]
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const about = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'eXIf'].map((name) => chunk(name, Buffer.from('where')))
    const kept = plainPicture(
      Buffer.concat([signature, first, chunk('sRGB', Buffer.from([0])), ...about, data, end, Buffer.from('more')]),
    )
    expect(kept?.bytes).toEqual(Buffer.concat([signature, first, chunk('sRGB', Buffer.from([0])), data, end]))
    expect([kept?.width, kept?.height]).toEqual([240, 300])
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another kind', Buffer.from('GIF89a, with some more')],
    ['a JPEG that breaks off', Buffer.concat([soi, frame, scan])],
    ['a JPEG without a frame', Buffer.concat([soi, scan, eoi])],
    ['a length beyond the end', Buffer.concat([soi, Buffer.from([0xff, 0xe0, 0xff, 0xff])])],
  ])('%s is no photo', (_, bytes) => {
    expect(plainPicture(bytes)).toBeUndefined()
  })
})
