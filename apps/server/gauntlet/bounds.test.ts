import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, recordOf } from '@kaopei/contract'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modulesOf } from '../modules.ts'
import { nameOf } from './gauntlet-world.ts'
import { openEndsOf } from './open-ends.ts'

// What can be read off the contracts and the sources alone.

const tree: z.ZodType = z.object({ inner: z.array(z.lazy((): z.ZodType => tree)).max(3) })

const endpoints = modulesOf(loadPasswordKeys({ dataDir: tmpdir() })).flatMap(({ endpoints }) =>
  endpoints.map(({ endpoint }) => endpoint),
)

interface Field {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
}

function fieldsOf(endpoint: Endpoint): Field[] {
  const found: Field[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const properties: unknown = Reflect.get(value, 'properties')
    if (typeof properties === 'object' && properties !== null) {
      for (const [name, schema] of Object.entries(properties)) if (typeof schema === 'object') found.push({ name, schema })
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' }))
  return found
}

/** The specification's clients ask for 9999 banks, or by a name alone: both answer so many, a page after the other (domains/question/server/banks/bank.test.ts). */
const wholeLists: readonly string[] = ['POST /api/v1/exam/question/bank/search', 'POST /api/v1/exam/question/bank/list']

test('no list gives a page of more than a hundred rows', () => {
  const pages = endpoints.flatMap((endpoint) => fieldsOf(endpoint).map((field) => ({ endpoint, ...field })))
  const sizes = pages.filter(({ name }) => name === 'pageSize')
  expect(sizes.length).toBeGreaterThan(20)
  const large = sizes.filter(({ schema }) => !(Number(schema.maximum) <= 100))
  expect(large.map(({ endpoint }) => nameOf(endpoint))).toEqual(wholeLists)
})

test('nothing in an input is without a bound: no text, no list, no record, no depth', () => {
  expect(endpoints.flatMap((endpoint) => openEndsOf(endpoint.input).map((place) => `${nameOf(endpoint)} ${place}`))).toEqual([])
})

test.each<[string, z.ZodType, string[]]>([
  ['texts', z.object({ a: z.string(), b: z.array(z.string()).max(2), c: z.string().max(3) }), ['a: text', 'b[]: text']],
  [
    'patterns',
    z.object({ a: z.string().regex(/^\d+$/), b: z.string().regex(/\d{3}/), c: z.string().regex(/^\d{1,3}$/) }),
    ['a: text', 'b: text'],
  ],
  ['lists', z.object({ a: z.array(z.number()).nullish(), b: z.array(z.number()).max(2) }), ['a: list']],
  ['records', z.record(z.string().max(3), z.number()), [': record']],
  ['keys', recordOf(z.string(), z.number(), 3), ['{}: text']],
  ['whatever', z.object({ a: z.unknown() }), ['a: anything']],
  ['trees', tree, ['inner[]: depth']],
])('of open ends it sees: %s', (_, schema, expected) => {
  expect(openEndsOf(schema)).toEqual(expected)
})

test('what a list is sorted by is one of a few names', () => {
  const sorts = endpoints.flatMap((endpoint) =>
    fieldsOf(endpoint)
      .filter(
        ({ name, schema }) => /sort|order/i.test(name) && schema.type === 'string' && !('enum' in schema) && !('const' in schema),
      )
      .map(({ name }) => `${nameOf(endpoint)} ${name}`),
  )
  expect(sorts).toEqual([])
})

test('the server opens no connection to an address that somebody gives it', () => {
  const root = join(import.meta.dirname, '../../../domains')
  const outgoing = readdirSync(root)
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`))
    .filter((name) => /^\w+\/server\/.*\.ts$/.test(name) && !/\.test\.ts$|made-\w+-service\.ts$/.test(name))
    .filter((name) =>
      /\bfetch\(|from 'node:(?:https?|net|tls|dgram|http2)'|createTransport\(/.test(readFileSync(join(root, name), 'utf8')),
    )
  // The deployment's own store, its own SMS supplier, its own mail server, its own address (rehearsals); and a socket of this machine that is only listened on.
  const own = [
    'courseware/server/conversion/one-at-a-time.ts',
    'files/server/store/s3-direct.ts',
    'files/server/store/s3-store.ts',
    'messaging/server/sms/post-to-supplier.ts',
    'messaging/server/smtp-driver.ts',
    'proctoring/server/films/place.ts',
    'proctoring/server/rehearsal/virtual/client.ts',
  ]
  expect(outgoing.sort()).toEqual(own)
})
