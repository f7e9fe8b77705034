import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceOf } from './advances.ts'
import { breakLines } from './break-lines.ts'
import { firstDesign } from './first-design.ts'
import { coveredIn, layOut } from './lay-out.ts'
import { asksPortrait, type Layout, layout, layoutProblems, paperSizes, type TextBox } from './layout.ts'
import { fillIn, previewKinds, previewPhoto, previewValues } from './variables.ts'

const ems = (text: string) => [...text].length * 10
const none = new Set<string>()
const plain = { glyphs: none, photo: null }

describe('lines', () => {
  test.each([
    ['兹证明张晓明同志', 40, ['兹证明张', '晓明同志']],
    ['成绩合格，特发此证。', 40, ['成绩合', '格，特发', '此证。']],
    ['甲（乙）丙丁', 30, ['甲', '（乙）', '丙丁']],
    ['第一行\n第二行', 100, ['第一行', '第二行']],
    ['编号 AQ-2026 已发', 70, ['编号 ', 'AQ-2026', '已发'].map((line) => line.trim())],
    ['ABCDEFGHIJ', 40, ['ABCD', 'EFGH', 'IJ']],
    ['', 40, ['']],
  ])('of %j in %i', (text, width, lines) => expect(breakLines(text, width, ems)).toEqual(lines))

  test('nothing of a text is lost, and no line is wider than it may be', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('中', '，', 'a', '1', '（', '”')),
        fc.integer({ min: 10, max: 80 }),
        (signs, width) => {
          const lines = breakLines(signs.join(''), width, ems)
          return lines.join('') === signs.join('') && lines.every((line) => ems(line) <= width)
        },
      ),
    )
  })
})

const words: TextBox = {
  ...{ id: 'words', kind: 'text', x: 20, y: 30, width: 100, height: 20, text: '{{姓名}}', sizePt: 20, isBold: false },
  ...{ color: '#000000', align: 'center', vertical: 'middle', fit: 'line', lineHeight: 1.5, spacingPt: 0 },
}
const of = (box: TextBox): Layout => ({ width: 200, height: 100, pages: [{ backgroundId: null, boxes: [box] }], skills: [] })
const textsOf = (box: TextBox, values = previewValues('usual'), glyphs = none) =>
  layOut(of(box), values, { glyphs, photo: null }).pages.flatMap(({ items }) => items)

describe('placing', () => {
  test('a line in the middle has as much room on its left as on its right', () => {
    const [line] = textsOf(words)
    if (line?.kind !== 'text') throw new Error('a line is expected')
    expect(line.width).toBeCloseTo(3 * 20 * (25.4 / 72), 6)
    expect(line.x - 20).toBeCloseTo(120 - (line.x + line.width), 6)
  })

  test('a name of fifty characters becomes smaller in one line, and says so where half the size is too wide still', () => {
    const long = previewValues('longest')
    const [line] = textsOf(words, long)
    expect(line).toMatchObject({ kind: 'text', sizePt: 10 })
    expect(layOut(of(words), long, plain).overflows).toEqual([{ boxId: 'words', page: 0, byMm: expect.any(Number) }])
    expect(layOut(of({ ...words, width: 190, fit: 'shrink' }), long, plain).overflows).toEqual([])
  })

  test('a picture of a character stands where it would, one size wide', () => {
    const items = textsOf({ ...words, text: '王𪚥明', align: 'left' }, undefined, new Set(['𪚥']))
    expect(items.map(({ kind }) => kind)).toEqual(['text', 'glyph', 'text'])
    const size = 20 * (25.4 / 72)
    expect(items.map(({ x }) => x)).toEqual([20, 20 + size, 20 + 2 * size].map((x) => expect.closeTo(x, 6)))
  })

  test('the photo of the holder stands in its box, and nothing where there is none', () => {
    const box = { id: 'face', kind: 'portrait', x: 10, y: 20, width: 25, height: 35 } as const
    const design: Layout = { ...of(words), pages: [{ backgroundId: null, boxes: [box] }] }
    const itemsOf = (photo: string | null) => layOut(design, previewValues('usual'), { glyphs: none, photo }).pages[0]?.items
    expect(itemsOf('file')).toEqual([{ kind: 'portrait', boxId: 'face', x: 10, y: 20, width: 25, height: 35, photo: 'file' }])
    expect([itemsOf(null), itemsOf(previewPhoto('emptiest'))]).toEqual([[], []])
    expect([asksPortrait(design), asksPortrait(of(words))]).toEqual([true, false])
  })

  test('every first design is sound, and holds its longest and emptiest values', () => {
    for (const { width, height } of paperSizes) {
      const design = firstDesign(width, height)
      expect(layout.parse(design)).toBeTruthy()
      expect(layoutProblems(design)).toEqual([])
      for (const kind of previewKinds)
        expect([width, kind, layOut(design, previewValues(kind), plain).overflows]).toEqual([width, kind, []])
    }
  })
})

test('faults are named: what is unknown, empty, outside or too small', () => {
  const texts = layoutProblems({
    ...of(words),
    pages: [
      {
        backgroundId: null,
        boxes: [
          { ...words, text: '{{名}}' },
          { ...words, id: 'b', x: 300, text: '' },
          { id: 'c', kind: 'qr', x: 0, y: 0, width: 8, height: 8 },
          { id: 'd', kind: 'seal', x: 0, y: 0, width: 30, height: 30, fileId: null },
        ],
      },
    ],
  }).map(({ text }) => text)
  expect(texts).toEqual([
    '文字中的“{{名}}”不是可用的变量，请重新插入',
    '文字在页面以外，请移回页面内',
    '文字没有内容，请填写或删除',
    '二维码只有 8 毫米，手机难以识别，请放大到 12 毫米以上',
    '印章还没有上传图片',
    '没有姓名，请在文字中插入“姓名”',
    '没有证书编号，请在文字中插入“证书编号”',
  ])
})

describe('words over the photo or the code', () => {
  const covered = (change: Partial<TextBox>) => {
    const boxes = [
      { ...words, align: 'left' as const, vertical: 'top' as const, ...change },
      { id: 'photo', kind: 'portrait' as const, x: 60, y: 20, width: 25, height: 35 },
      { id: 'qr', kind: 'qr' as const, x: 60, y: 70, width: 20, height: 20 },
    ]
    const design = { width: 148, height: 105, skills: [], pages: [{ backgroundId: null, boxes }] }
    const { pages } = layOut(design, previewValues('usual'), { glyphs: none, photo: 'p' })
    return pages.flatMap(coveredIn)
  }

  test.each([
    ['a wide box whose words end before the photo', {}, []],
    [
      'words that reach into it, named once for all of their lines',
      { text: '参加消防专项能力测评，\n经考核合格，特发此证。' },
      ['portrait'],
    ],
    ['words in the middle of it', { align: 'center' as const }, ['portrait']],
    ['words over the code', { y: 74, x: 50, text: '兹证明该同志' }, ['qr']],
    ['words below the photo', { y: 56, x: 60, height: 10 }, []],
  ])('%s', (_, change, over) => {
    expect(covered(change)).toEqual(over.map((kind) => ({ boxId: 'words', over: kind })))
  })

  test.each(Object.entries(paperSizes))('a new %s has none', (_, { width, height }) => {
    for (const kind of previewKinds) {
      const { pages } = layOut(firstDesign(width, height), previewValues(kind), { glyphs: none, photo: 'p' })
      expect(pages.flatMap(coveredIn)).toEqual([])
    }
  })
})

test('values are put in once: braces in a name stay text', () => {
  expect(fillIn('{{ 姓名 }}·{{nobody}}', { ...previewValues('usual'), name: '{{证书编号}}' })).toBe('{{证书编号}}·{{nobody}}')
})

test('the font is half as wide for letters as for Chinese', () => {
  expect([advanceOf('中', false), advanceOf('A', false), advanceOf('A', true), advanceOf('·', false)]).toEqual([
    1000, 608, 641, 1000,
  ])
})
