import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { withoutEnglish } from './without-english.ts'

const lib = { entry: join(import.meta.dirname, '../../contract/endpoint.ts'), formats: ['es' as const] }

test('browsers refuse in Chinese and carry no English for it', async () => {
  const built = await build({ configFile: false, logLevel: 'silent', plugins: [withoutEnglish()], build: { write: false, lib } })
  const code = outputsOf(built)
    .map((part) => (part.type === 'chunk' ? part.code : ''))
    .join()
  expect(code).toContain('应为')
  expect(code).not.toContain('Invalid input: expected')
})

const outputsOf = (built: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput['output'][number][] =>
  [built].flat().flatMap((one) => ('output' in one ? one.output : []))
