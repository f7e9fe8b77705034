import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank } from '../../../contract/answer.ts'
import { chineseNormalisation, type NormaliseSwitches } from '../../../contract/scoring-rule.ts'
import { meetsAlternative } from './match-alternative.ts'
import { normaliseText } from './normalise-text.ts'
import { canonicalNumber, parseNumber } from './parse-number.ts'
import { matchesWildcard } from './wildcard.ts'

const on = chineseNormalisation
const off: NormaliseSwitches = {
  trim: false,
  spaces: 'keep',
  foldWidth: false,
  foldCase: false,
  foldPunctuation: false,
  traditionalToSimplified: false,
  dropThousands: false,
  chineseNumerals: false,
}

describe('each switch alone', () => {
  test.each<[string, Partial<NormaliseSwitches>, string, string]>([
    ['trim', { trim: true }, '  a b ', 'a b'],
    ['collapse', { spaces: 'collapse' }, 'a \t\n b', 'a b'],
    ['removeAll', { spaces: 'removeAll' }, ' 长 江\u3000 ', '长江'],
    ['foldWidth', { foldWidth: true }, 'ＡＢｃ１２３％\u3000x', 'ABc123% x'],
    ['foldCase', { foldCase: true }, 'TCP/Ip', 'tcp/ip'],
    ['foldPunctuation', { foldPunctuation: true }, '甲，乙。“丙”（丁）；戊：', '甲,乙."丙"(丁);戊:'],
    ['traditionalToSimplified', { traditionalToSimplified: true }, '電腦網絡', '电脑网络'],
  ])('%s', (_, switches, text, expected) => {
    expect(normaliseText(text, off)).not.toBe(expected)
    expect(normaliseText(text, { ...off, ...switches })).toBe(expected)
  })
})

test.each(['x²', '①', '㎡', '½', 'Ⅳ', 'ﬁ', '™'])('%s keeps its meaning, which NFKC would lose', (text) => {
  expect(normaliseText(text, { ...on, foldCase: false })).toBe(text)
  expect(text.normalize('NFKC')).not.toBe(text)
})

test('normalising twice changes nothing more', () => {
  const spaces = fc.constantFrom<NormaliseSwitches['spaces']>('keep', 'collapse', 'removeAll')
  const switches = fc.record({
    trim: fc.boolean(),
    spaces,
    foldWidth: fc.boolean(),
    foldCase: fc.boolean(),
    foldPunctuation: fc.boolean(),
    traditionalToSimplified: fc.boolean(),
    dropThousands: fc.boolean(),
    chineseNumerals: fc.boolean(),
  })
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'ＡＢ　 国國電，。a1 裡é\u0301') }))
  fc.assert(
    fc.property(text, switches, (given, chosen) => {
      const once = normaliseText(given, chosen)
      expect(normaliseText(once, chosen)).toBe(once)
    }),
    { numRuns: 500 },
  )
})

test.each(['\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060', '\u00ad', '\ufeff', '\ufe0f', '\u180e'])(
  'what nobody sees is not compared: %j',
  (mark) => {
    expect(normaliseText(`长${mark}江${mark}`, off)).toBe('长江')
    expect(normaliseText(`${mark}e\u0301${mark}`, on)).toBe('é')
    expect(parseNumber(`1${mark}2`, on)).toEqual({ digits: 12n, scale: 0 })
    expect(isBlank({ type: 4, texts: { b1: ` ${mark} ` } })).toBe(true)
    expect(isBlank({ type: 6, format: 'html', text: `<p>${mark}</p>` })).toBe(true)
  },
)

describe('numbers', () => {
  test.each([
    ['12', '12e0'],
    ['1,234,567', '1234567e0'],
    ['１，２３４．５０', '12345e-1'],
    ['-0.50', '-5e-1'],
    ['.5', '5e-1'],
    ['5.', '5e0'],
    ['1.2e3', '12e2'],
    ['十二', '12e0'],
    ['二十', '2e1'],
    ['一百二十三', '123e0'],
    ['三千零五', '3005e0'],
    ['二〇二四', '2024e0'],
    ['三点一四', '314e-2'],
    ['负五', '-5e0'],
    ['1.5万', '15e3'],
    ['一亿二千万', '12e7'],
    ['叁佰伍拾', '35e1'],
    ['三万零五百', '305e2'],
    ['一万亿', '1e12'],
    ['零', '0'],
    ['０.００', '0'],
    ['两百', '2e2'],
    ['1 234 567', '1234567e0'],
    ['- 5', '-5e0'],
    ['一百 二十', '12e1'],
    ['１．５', '15e-1'],
    ['−3', '-3e0'],
    ['1.5E-3', '15e-4'],
  ])('%s is %s', (text, expected) => {
    const number = parseNumber(text, on)
    expect(number && canonicalNumber(number)).toBe(expected)
  })

  test.each([
    '',
    '.',
    '-',
    'abc',
    '1,23',
    '12a',
    '万',
    '一二十',
    '十百',
    '三百五',
    '三万五',
    '1e999',
    '９'.repeat(100),
    '一点',
    '点五',
    '1、234',
    '１、２３４',
    '1、2',
    '1,2345',
    '1,234,56',
    '0,123',
    '1，23',
    '1 2',
    '1 23',
    '12 34',
    '1 234,567',
    '1,234 567',
    '1.234,5',
    '1/2',
    '50%',
    '1.2×10',
    '1：2',
    '5²',
    '①',
  ])('%s is no number', (text) => {
    expect(parseNumber(text, on)).toBeUndefined()
  })

  test('thousands separators and Chinese numerals are switches', () => {
    expect(parseNumber('1,234', { ...on, dropThousands: false })).toBeUndefined()
    expect(parseNumber('十二', { ...on, chineseNumerals: false })).toBeUndefined()
  })
})

describe('numeric tolerance (after Moodle)', () => {
  const meets = (given: string, wanted: string, absolute: number, relative: number) =>
    meetsAlternative(given, wanted, { match: 'numeric', tolerance: { absolute, relative } }, on)

  test.each([
    ['6.3', true],
    ['7.7', true],
    ['6.29', false],
    ['7.71', false],
    ['七', true],
  ])('7 ± 10 %% and %s gives %s', (given, expected) => {
    expect(meets(given, '7', 0, 0.1)).toBe(expected)
  })

  test('tolerance 0 accepts equal decimals, whatever their spelling', () => {
    expect(meets('0.30', '.3', 0, 0)).toBe(true)
    expect(meets('3e-1', '0.3', 0, 0)).toBe(true)
    expect(meets('0.3000001', '0.3', 0, 0)).toBe(false)
  })

  test('absolute bounds belong to the range, also around negative numbers', () => {
    expect(meets('-5.1', '-5', 0.1, 0)).toBe(true)
    expect(meets('-5.11', '-5', 0.1, 0)).toBe(false)
    expect(meets('-7.7', '-7', 0, 0.1)).toBe(true)
  })

  test('a whole number of cents within the bounds is accepted and none outside', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: -200, max: 200 }), (cents, off) => {
        const shown = (value: number) => (value / 100).toFixed(2)
        expect(meets(shown(cents + off), shown(cents), 1, 0)).toBe(Math.abs(off) <= 100)
      }),
    )
  })
})

describe('text matches', () => {
  const meets = (match: 'exact' | 'contains' | 'wildcard', given: string, wanted: string) =>
    meetsAlternative(given, wanted, { match }, on)

  test.each<['exact' | 'contains' | 'wildcard', string, string, boolean]>([
    ['exact', 'ＡＢ', 'ab', true],
    ['exact', '不是', '是', false],
    ['contains', '答案是长江吧', '长江', true],
    ['contains', '江', '长江', false],
    ['wildcard', '中华人民共和国', '中*国', true],
    ['wildcard', '中国', '中?国', false],
    ['wildcard', '中美国', '中?国', true],
    ['wildcard', 'a.b', 'a.b', true],
    ['wildcard', 'axb', 'a.b', false],
    ['exact', '', '', false],
  ])('%s: %s against %s is %s', (match, given, wanted, expected) => {
    expect(meets(match, given, wanted)).toBe(expected)
  })

  test('wildcards agree with a slow, obvious definition', () => {
    const obvious = (text: string, pattern: string): boolean => {
      if (pattern === '') return text === ''
      if (pattern.startsWith('*')) return obvious(text, pattern.slice(1)) || (text !== '' && obvious(text.slice(1), pattern))
      return text !== '' && (pattern.startsWith('?') || pattern[0] === text[0]) && obvious(text.slice(1), pattern.slice(1))
    }
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
    fc.assert(
      fc.property(text, pattern, (given, marks) => {
        expect(matchesWildcard(given, marks)).toBe(obvious(given, marks))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['a*b', 'a\\*b', true],
    ['axb', 'a\\*b', false],
    ['真?', '真\\?', true],
    ['真的', '真\\?', false],
    ['c:\\win', 'c:\\\\*', true],
    ['c:\\win', 'c:\\win', true],
    ['2*3=6', '*\\**=?', true],
    ['\\', '\\\\', true],
    ['\\x', '\\\\?', true],
    ['\\?', '\\\\\\?', true],
  ])('%s against the pattern %s is %s', (given, pattern, expected) => {
    expect(matchesWildcard(given, pattern)).toBe(expected)
  })

  test('a pattern of many stars is quick', () => {
    expect(matchesWildcard('a'.repeat(2000), `${'*a'.repeat(200)}b`)).toBe(false)
  })
})
