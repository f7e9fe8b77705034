/** Numbers as candidates write them, kept as exact decimals: 7 ± 10 % must accept 7.7, which binary fractions get wrong. */
import type { NumericTolerance } from '../../../contract/content.ts'
import type { NormaliseSwitches } from '../../../contract/scoring-rule.ts'
import { normaliseText } from './normalise-text.ts'

/** digits / 10^scale */
export type Decimal = { digits: bigint; scale: number }

const maximumLength = 60
const maximumExponent = 60

/** The number that a text stands for under the switches, or undefined when it is none. */
export function parseNumber(text: string, switches: NormaliseSwitches): Decimal | undefined {
  // 、 parts the items of a list and never thousands: 1、234 are two numbers.
  if (text.includes('、')) return undefined
  const spaced = normaliseText(text, {
    ...{ ...switches, foldWidth: true, foldCase: true, foldPunctuation: true },
    ...{ spaces: 'collapse', trim: true },
  })
  // Digits that a space parts are one number in groups of three alone.
  if (/\d \d/.test(spaced) && !(switches.dropThousands && groupedBy(' ').test(spaced))) return undefined
  let plain = spaced.replaceAll(' ', '')
  if (switches.dropThousands && groupedBy(',').test(plain)) plain = plain.replaceAll(',', '')
  return parseDecimal(plain) ?? (switches.chineseNumerals ? parseChinese(plain) : undefined)
}

/** Groups of three, the first one shorter but never 0: 0,123 is somebody's decimal comma. */
function groupedBy(separator: ',' | ' '): RegExp {
  return separator === ',' ? /^[+-]? ?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/ : /^[+-]? ?[1-9]\d{0,2}( \d{3})+(\.\d*)?$/
}

/** Whether a number is within the larger of the two tolerances of the wanted one; the bounds belong to it. */
export function isWithinTolerance(given: Decimal, wanted: Decimal, tolerance: NumericTolerance): boolean {
  const [a, b] = aligned(given, wanted)
  const distance = { digits: absolute(a - b), scale: Math.max(given.scale, wanted.scale) }
  const share = decimalOf(tolerance.relative)
  const relative = { digits: absolute(wanted.digits) * share.digits, scale: wanted.scale + share.scale }
  return isAtMost(distance, decimalOf(tolerance.absolute)) || isAtMost(distance, relative)
}

/** One spelling for equal numbers: 0.50 and .5 are both "5e-1". */
export function canonicalNumber({ digits, scale }: Decimal): string {
  let [rest, places] = [digits, scale]
  while (rest !== 0n && rest % 10n === 0n) {
    rest /= 10n
    places -= 1
  }
  return rest === 0n ? '0' : `${rest}e${-places}`
}

function parseDecimal(text: string): Decimal | undefined {
  if (text.length > maximumLength) return undefined
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/.exec(text)
  if (!found) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  const power = Number(exponent)
  if (whole + fraction === '' || Math.abs(power) > maximumExponent) return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - power
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

function decimalOf(value: number): Decimal {
  return parseDecimal(String(value).toLowerCase()) ?? { digits: 0n, scale: 0 }
}

const numerals = new Map(
  Object.entries({
    〇: 0,
    零: 0,
    一: 1,
    二: 2,
    三: 3,
    四: 4,
    五: 5,
    六: 6,
    七: 7,
    八: 8,
    九: 9,
    两: 2,
    兩: 2,
    壹: 1,
    贰: 2,
    貳: 2,
    叁: 3,
    參: 3,
    肆: 4,
    伍: 5,
    陆: 6,
    陸: 6,
    柒: 7,
    捌: 8,
    玖: 9,
  }),
)
const smallUnits = new Map(Object.entries({ 十: '十', 拾: '十', 百: '百', 佰: '百', 千: '千', 仟: '千' }))
const largeUnits = [
  ['亿', 100_000_000n],
  ['万', 10_000n],
] as const

/** 十二, 三千零五, 二〇二四, 三点一四, 负五, 1.5万, 一亿二千万; anything else is no number. */
function parseChinese(text: string): Decimal | undefined {
  if (text === '' || text.length > maximumLength) return undefined
  const found = /^(负|負|-|\+)?(.+)$/.exec(text)
  const [, sign = '', body = ''] = found ?? []
  const value = parseScaled(body) ?? parsePoint(body)
  if (!value) return undefined
  return sign === '' || sign === '+' ? value : { digits: -value.digits, scale: value.scale }
}

/** Arabic digits with 万 or 亿. */
function parseScaled(text: string): Decimal | undefined {
  const found = /^(\d+(?:\.\d+)?)(万|萬|亿|億)$/.exec(text)
  const head = found?.[1] === undefined ? undefined : parseDecimal(found[1])
  if (!found || !head) return undefined
  const unit = found[2] === '万' || found[2] === '萬' ? 10_000n : 100_000_000n
  return { digits: head.digits * unit, scale: head.scale }
}

function parsePoint(text: string): Decimal | undefined {
  const [whole = '', fraction, ...rest] = text.split(/[点點]/)
  if (rest.length > 0) return undefined
  const integer = parseWhole(whole)
  if (integer === undefined) return undefined
  if (fraction === undefined) return { digits: integer, scale: 0 }
  const places = digitsOf(fraction)
  return places === undefined
    ? undefined
    : { digits: integer * 10n ** BigInt(places.length) + BigInt(places), scale: places.length }
}

/** A run of numerals read one by one, as in years: 二〇二四. */
function digitsOf(text: string): string | undefined {
  const digits = [...text].map((character) => numerals.get(character))
  return digits.length === 0 || digits.includes(undefined) ? undefined : digits.join('')
}

/** Read one by one (二〇二四) or with units (三千零五). What people read in two ways, as 三百五, is no number. */
function parseWhole(text: string): bigint | undefined {
  const spelled = digitsOf(text)
  if (spelled !== undefined) return BigInt(spelled)
  const plain = text.replace(/[億亿]/g, '亿').replace(/[萬万]/g, '万')
  for (const [mark, unit] of largeUnits) {
    const at = plain.lastIndexOf(mark)
    if (at < 0) continue
    const [head, tail] = [parseWhole(plain.slice(0, at)), parseTail(plain.slice(at + 1), unit)]
    return head === undefined || tail === undefined ? undefined : head * unit + tail
  }
  return parseSection(plain)
}

/** What follows 万 or 亿: smaller than the unit, and led by 零 when its first place is empty (三万零五百). */
function parseTail(text: string, unit: bigint): bigint | undefined {
  if (text === '') return 0n
  const isLed = text.startsWith('零') || text.startsWith('〇')
  const value = parseWhole(isLed ? text.slice(1) : text)
  if (value === undefined || value >= unit || (!isLed && value < unit / 10n)) return undefined
  return value
}

/** 千, 百, 十 and ones, each at most once and in this order. */
function parseSection(text: string): bigint | undefined {
  if (text === '') return undefined
  const plain = [...text]
    .map((character) => numerals.get(character) || smallUnits.get(character) || (numerals.has(character) ? '零' : character))
    .join('')
  const found = /^(?:(\d)千)?零?(?:(\d)百)?零?(?:(\d)?(十))?(\d)?$/.exec(plain)
  if (!found) return undefined
  const [, thousands, hundreds, tens, ten, ones] = found
  const isAmbiguous = ones !== undefined && ten === undefined && (thousands ?? hundreds) !== undefined && !plain.includes('零')
  if (isAmbiguous) return undefined
  return BigInt(
    Number(thousands ?? 0) * 1000 +
      Number(hundreds ?? 0) * 100 +
      (ten === undefined ? 0 : Number(tens ?? 1) * 10) +
      Number(ones ?? 0),
  )
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale)
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)]
}

function isAtMost(a: Decimal, b: Decimal): boolean {
  const [left, right] = aligned(a, b)
  return left <= right
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
