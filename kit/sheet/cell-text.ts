/** How a number format turns a stored number into what people see. */
export type NumberShape = { shape: 'plain' } | { shape: 'date' } | { shape: 'elapsed' } | { shape: 'digits'; width: number }

const PLAIN: NumberShape = { shape: 'plain' }
const DATE: NumberShape = { shape: 'date' }
const ELAPSED: NumberShape = { shape: 'elapsed' }

const DAY_SECONDS = 86_400
const LAST_SERIAL = 2_958_466
const DAYS_1904 = 1462
/** Day 0 of the 1900 system such that serials after the invented 1900-02-29 fit. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)

/** Built-in format ids of ECMA-376 part 1 §18.8.30; 27–36 and 50–58 are dates in the Chinese locale. */
export function builtInShape(id: number): NumberShape {
  if (id === 46) return ELAPSED
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)) return DATE
  return PLAIN
}

/** The shape of a format code as it stands in the file (`yyyy"年"m"月"`, `[h]:mm`, `000000`). */
export function shapeOfCode(code: string): NumberShape {
  const first = code.split(';', 1)[0] ?? ''
  if (/^0{2,}$/.test(first)) return { shape: 'digits', width: first.length }
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(h+|m+|s+)\]/i.test(bare)) return ELAPSED
  return /[ymdhs]/i.test(bare.replace(/\[[^[\]]*\]/g, '').replace(/general/gi, '')) ? DATE : PLAIN
}

/**
 * A stored number as text. Digits that the file spells out are kept (an 18-digit identity number survives);
 * anything else is rounded to the 15 digits that Excel guarantees, so 13800138000.000001 is 13800138000.
 */
function numberText(raw: string): string {
  if (/^(0|-?[1-9]\d*)$/.test(raw)) return raw
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (value === 0) return '0'
  return withoutExponent(String(Number(value.toPrecision(15))))
}

function withoutExponent(text: string): string {
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts
  const exponent = Number(power)
  const digits = whole + fraction
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  return sign + digits.padEnd(exponent + 1, '0')
}

/** A number together with its shape; the kind tells importers whether a date came out. */
export function shapedText(raw: string, shape: NumberShape, is1904: boolean): { text: string; kind: 'number' | 'date' } {
  const plain = numberText(raw)
  if (shape.shape === 'plain') return { text: plain, kind: 'number' }
  if (shape.shape === 'digits') {
    return { text: /^\d+$/.test(plain) ? plain.padStart(shape.width, '0') : plain, kind: 'number' }
  }
  const serial = Number(raw)
  if (!(serial >= 0 && serial < LAST_SERIAL)) return { text: plain, kind: 'number' }
  if (shape.shape === 'elapsed') return { text: elapsedText(serial), kind: 'date' }
  return { text: dateText(serial, is1904), kind: 'date' }
}

/** A date serial (days with a fraction) as text; the 1900 system has a day that never was, serial 60. */
function dateText(serial: number, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_SECONDS)
  const day = Math.floor(seconds / DAY_SECONDS)
  const time = seconds % DAY_SECONDS
  if (day === 0 && !is1904) return clock(time)
  const date = dayText(is1904 ? day + DAYS_1904 : day)
  return time === 0 ? date : `${date} ${clock(time)}`
}

function dayText(day: number): string {
  if (day === 60) return '1900-02-29'
  const shift = day < 60 ? 1 : 0
  return new Date(EPOCH_1900_MS + (day + shift) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
}

function elapsedText(serial: number): string {
  return clock(Math.round(serial * DAY_SECONDS))
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** ISO 8601 of a `t="d"` cell in the same spelling as serials. */
export function isoText(raw: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(raw)
  if (parts === null) return raw
  const [, date = '', time] = parts
  return time === undefined || time === '00:00:00' ? date : `${date} ${time}`
}

/** The serial (1900 system) of a wall-clock time given as milliseconds of a UTC clock face. */
export function serialOf(wallClockMs: number): number {
  const days = (wallClockMs - EPOCH_1900_MS) / (DAY_SECONDS * 1000)
  return days < 61 ? days - 1 : days
}

/** `_x000D_` escapes of ECMA-376 ST_Xstring. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
