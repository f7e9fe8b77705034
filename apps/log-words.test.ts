import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allLogWords } from './log-words.ts'

const root = join(import.meta.dirname, '..')

test('every room’s words for logged fields are known, and no two rooms name a field differently', () => {
  const declared = globSync('domains/*/contract/log-words.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}(\w+): '([^']*)',$/gm)].map(([, field = '', word = '']) => ({
      field,
      word,
    })),
  )
  expect(declared.length).toBeGreaterThan(300)
  expect(declared.filter(({ field, word }) => allLogWords[field] !== word)).toEqual([])
})
