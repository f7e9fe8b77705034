import { FORMULA_START } from './cell-input.ts'
import { xmlText } from './xlsx-cells.ts'
import { STYLE, sharedTextsXml } from './xlsx-static.ts'

const MOST_TEXTS = 10_000
const LONGEST_UNITS = 100

/**
 * Texts that stand in many cells are kept once and named by their place: a third of the bytes to write, compress and read again. The table is small;
 * what is long or comes after it is full stands in its cell.
 */
export class SharedTexts {
  readonly #ends = new Map<string, string>()
  readonly #texts: string[] = []

  /** The end of a cell that holds it; undefined: it was not seen before. */
  find(value: string): string | undefined {
    return this.#ends.get(value)
  }

  /** The same of a new one; undefined where it has to stand in its cell. */
  add(value: string): string | undefined {
    if (value.length > LONGEST_UNITS || this.#texts.length >= MOST_TEXTS) return undefined
    const text = xmlText(value)
    if (text === '') return undefined
    const style = FORMULA_START.test(value) ? STYLE.quotedText : STYLE.text
    const end = `" s="${style}" t="s"><v>${this.#texts.length}</v></c>`
    this.#texts.push(text)
    this.#ends.set(value, end)
    return end
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0
  }

  toXml(): string {
    return sharedTextsXml(this.#texts)
  }
}
