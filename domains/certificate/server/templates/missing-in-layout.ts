import { missingCharacters } from '@kaopei/print'
import type { Db } from '@kaopei/server'
import type { Layout } from '../../contract/layout.ts'
import { selectGlyphs } from '../issue/issue.sql.ts'

/** Characters of a layout's own words that cannot be printed. */
export async function missingInLayout(db: Db, { pages }: Layout): Promise<string[]> {
  const text = pages.flatMap(({ boxes }) => boxes.flatMap((one) => (one.kind === 'text' ? [one.text] : []))).join('')
  const missing = missingCharacters(text)
  if (missing.length === 0) return []
  const glyphs = new Set((await selectGlyphs(db)).map(({ character }) => character))
  return missing.filter((character) => !glyphs.has(character))
}
