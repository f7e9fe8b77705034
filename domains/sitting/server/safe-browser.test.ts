import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSafeBrowser, marksOfShown, type SafeKeys, type ShownBrowser, safeHash } from './rules/safe-browser.ts'

let world: World
beforeAll(async () => {
  world = await World.open([])
})
afterAll(() => world.close())

const owner = '01990000-0000-7000-8000-000000000001'
const [one, two, browser] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
const url = 'https://exam.example.com/api/v1/exam/sitting/save'
const keysOf: readonly SafeKeys[] = [{}, { config: [one] }, { config: [one, two] }, { config: [two], request: [browser] }]
const headersOf: readonly (ShownBrowser | undefined)[] = [
  undefined,
  { url },
  { url, config: safeHash(url, one) },
  { url, config: safeHash(url, two), request: safeHash(url, browser) },
  { url, config: safeHash('https://example.com/', one) },
]
const provenOf = headersOf.flatMap((shown) =>
  shown === undefined
    ? []
    : keysOf.flatMap((keys) =>
        [owner, '01990000-0000-7000-8000-000000000002'].map((ownerId) => ({
          url,
          proven: { ownerId, ...marksOfShown(keys, ownerId, shown) },
        })),
      ),
)

test('the statement that saves judges a browser as the other calls do', async () => {
  const cases = keysOf.flatMap((keys) => [...headersOf, ...provenOf].map((shown) => ({ keys, shown })))
  const judged = await world.rows<{ isSafe: boolean }>(
    `select sitting.in_safe_browser(g.one -> 'keys', $2, g.one -> 'shown') as "isSafe"
     from jsonb_array_elements($1::jsonb) with ordinality as g (one, number) order by g.number`,
    [JSON.stringify(cases), owner],
  )
  expect(judged.map(({ isSafe }) => isSafe)).toEqual(cases.map(({ keys, shown }) => isSafeBrowser(keys, owner, shown)))
  expect(new Set(judged.map(({ isSafe }) => isSafe)).size).toBe(2)
})
