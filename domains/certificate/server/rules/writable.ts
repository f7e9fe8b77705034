import { missingCharacters } from '@kaopei/print'
import type { Values } from '../../contract/variables.ts'

/** Characters of what stands on a certificate that no font has, and of which there is no picture. */
export function missingOf(facts: Values, used: ReadonlySet<keyof Values>, glyphs: ReadonlySet<string>): string[] {
  const text = [...used].map((name) => facts[name]).join('')
  return missingCharacters(text).filter((character) => !glyphs.has(character))
}
