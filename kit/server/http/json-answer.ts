import { Buffer, transcode } from 'node:buffer'

/**
 * The JSON of answers. V8 makes a long text in ever larger strings, and those beyond 128 KB get fresh pages of memory each time: 100 KB take four times as
 * long as their parts one after another. So what is long is made part by part, straight into bytes.
 */

/** Units of a text from which on Node takes longer to write it to a socket than to make its bytes first: it goes through such a text twice more. */
export const longText = 16_384
/** Elements from which on a list is worth taking apart. */
const longList = 8
/** So many of them are made at once. */
const atOnce = 16
/** What lies further inside is made whole. */
const deepest = 8
/** Units of a part that is not worth a step into native code of its own. */
const shortPart = 1024
const usuallyKept = 256 * 1024
const mostKept = 4 * 1024 * 1024

/** What `JSON.stringify` makes of an object: short texts as they are, long ones as their bytes. */
export function jsonAnswer(value: object): string | Buffer {
  const text = new LongText()
  write(value, text, deepest)
  return text.whole()
}

function write(value: unknown, text: LongText, deeper: number): void {
  if (!hasParts(value, deeper)) text.add(JSON.stringify(value) ?? 'null')
  else if (Array.isArray(value)) writeList(value, text, deeper - 1)
  else writeObject(value, text, deeper - 1)
}

function writeList(list: readonly unknown[], text: LongText, deeper: number): void {
  const step = hasParts(list[0], deeper) ? 1 : atOnce
  for (let from = 0; from < list.length; from += step) {
    text.add(from === 0 ? '[' : ',')
    if (step === 1) write(list[from], text, deeper)
    else text.add(JSON.stringify(list.slice(from, from + step)).slice(1, -1))
  }
  text.add(']')
}

function writeObject(value: object, text: LongText, deeper: number): void {
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue
    text.add(`${before}${JSON.stringify(key)}:`)
    write(member, text, deeper)
    before = ','
  }
  text.add('}')
}

/** Whether there is a long list in it; a list is judged by its first element. What has a way of its own to be written is left to it. */
function hasParts(value: unknown, deeper: number): value is object {
  if (typeof value !== 'object' || value === null || deeper === 0) return false
  if (Array.isArray(value)) return value.length >= longList || hasParts(value[0], deeper - 1)
  if (!isPlain(value)) return false
  return Object.values(value).some((one) => hasParts(one, deeper - 1))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value)
}

/** Where the text is put together, from one answer to the next: nothing else runs between. */
let kept = Buffer.allocUnsafeSlow(usuallyKept)

/** As V8 keeps what is not Latin, so that a part is copied and nothing else; the whole is then made UTF-8 at once, in half the time of making its parts so. */
const bytesPerUnit = 2

class LongText {
  #waiting = ''
  #length = 0

  add(part: string): void {
    if (this.#waiting.length + part.length <= (this.#length === 0 ? longText : shortPart)) {
      this.#waiting += part
      return
    }
    this.#putDown(this.#waiting)
    this.#putDown(part)
    this.#waiting = ''
  }

  whole(): string | Buffer {
    if (this.#length === 0) return this.#waiting
    this.#putDown(this.#waiting)
    const bytes = transcode(kept.subarray(0, this.#length), 'utf16le', 'utf8')
    if (kept.length > mostKept) kept = Buffer.allocUnsafeSlow(usuallyKept)
    return bytes
  }

  #putDown(text: string): void {
    const needed = this.#length + text.length * bytesPerUnit
    if (needed > kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * kept.length))
      kept.copy(larger, 0, 0, this.#length)
      kept = larger
    }
    this.#length += kept.write(text, this.#length, 'utf16le')
  }
}
