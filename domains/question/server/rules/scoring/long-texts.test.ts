import { expect, test } from 'vitest'
import { plainText } from '../content/plain-text.ts'
import { placeBlanks } from './place-blanks.ts'
import { readBlanks, readChoices, readGaps, readJudgement, readKeyPoints } from './read-answer.ts'

/** What a cell of a workbook, or a text of a call, may hold at most; an expression that reads it in more ways than one never ends. */
const cell = 32_767
const fill = (start: string, unit: string, end = '', length = cell) =>
  `${start}${unit.repeat(Math.floor((length - start.length - end.length) / unit.length))}${end}`

test.each([
  ['spaces before a number', fill('数值:', ' ', '±')],
  ['spaces within a number', fill('数值:1', ' ', '±x')],
  ['deviations', fill('数值:1', '±1')],
  ['digits', fill('数值:1±', '1', 'x')],
  ['plus and minus', fill('数值:', '+-', 'x')],
  ['alternatives', fill('', '|')],
  ['blanks', fill('a', ';a')],
])('a cell of %s is read once', (_, answer) => {
  expect(readBlanks(answer)).toBeDefined()
  expect(readChoices(answer, ['甲', '乙'])).toBeDefined()
  expect(readGaps(answer, 4)).toBeDefined()
  expect(readJudgement(answer)).toBeUndefined()
})

test.each([fill('【40%】', ' ', '\u2028'), fill('', ' ', '【40%】'), fill('【', ' ', '40%】x')])(
  'a line of spaces is read once',
  (answer) => {
    expect(readKeyPoints(answer).keyPoints.length).toBeLessThanOrEqual(1)
  },
)

test('numbers and points are read as before', () => {
  expect(readBlanks('数值: 3.14 ± 0.01 ; 数值：5+-5%；数值:1±x')).toEqual({
    unordered: false,
    blanks: [
      { id: 'b1', match: 'numeric', alternatives: [{ text: '3.14', weight: 1 }], tolerance: { absolute: 0.01, relative: 0 } },
      { id: 'b2', match: 'numeric', alternatives: [{ text: '5', weight: 1 }], tolerance: { absolute: 0, relative: 0.05 } },
      { id: 'b3', match: 'exact', alternatives: [{ text: '数值:1±x', weight: 1 }] },
    ],
  })
  expect(readKeyPoints(' 【 40 % 】 报警 \n【60%】\n其他')).toEqual({
    keyPoints: [{ text: '报警', scoreShare: 0.4 }],
    reference: '报警\n【60%】\n其他',
  })
})

test.each([
  ['a picture of addresses', fill('<img ', 'src=', '', 200_000)],
  ['pictures that never end', fill('', '<img src=a ', '', 200_000)],
  ['a picture of letters', fill('<img src="', 'a', '', 200_000)],
  ['tags that never end', fill('', '<p ', '', 200_000)],
  ['entities that never end', fill('&', 'a', '', 200_000)],
])('%s: the words of a text are found by reading it once', (_, html) => {
  expect(plainText(html).length).toBeLessThanOrEqual(html.length)
})

test('pictures stand as their address', () => {
  expect(plainText('<p>图<img alt="x" src="/files/keep/1" width="2"> 乙<img alt="无"></p>')).toBe('图 [/files/keep/1]  乙')
})

test('a stem of marks is read once', () => {
  for (const stem of [fill('', '_', '', 200_000), fill('', '{{', '', 200_000), fill('', '( ', '', 200_000)])
    expect(placeBlanks(stem, 2, 'b')).toBeDefined()
})
