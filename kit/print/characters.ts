import { CharacterMap } from './character-map.ts'
import { fontFiles } from './fonts.ts'

let maps: readonly CharacterMap[] | undefined

/** Line ends, tabs and what is never drawn: joiners, direction marks, variation selectors. */
const undrawn = /[\t\n\r]|\p{Default_Ignorable_Code_Point}/u

/** What no font of ours can print, each character once, in the text's order. A half of a surrogate pair is one of them. */
export function missingCharacters(text: string): string[] {
  maps ??= fontFiles.map((file) => new CharacterMap(file))
  const missing = new Set<string>()
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x20 && code < 0x7f) continue
    if (!maps.every((map) => map.has(code)) && !undrawn.test(character)) missing.add(character)
  }
  return [...missing]
}

/** The same of every text within a JSON value; its keys are never printed. */
export function missingIn(value: unknown): string[] {
  const missing = new Set<string>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'string') for (const character of missingCharacters(one)) missing.add(character)
    else if (typeof one === 'object' && one !== null) waiting.push(...Object.values(one))
  }
  return [...missing]
}
