import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@kaopei/contract'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modulesOf } from '../modules.ts'
import { nameOf } from './gauntlet-world.ts'

// What can be read off the contracts and the sources alone.

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

/** The specification's clients ask for 9999 banks; they are answered a hundred (domains/question/server/bank.test.ts). */
const wholeLists: readonly string[] = ['POST /api/v1/exam/question/bank/list']

test('no list gives a page of more than a hundred rows', () => {
  const pages = endpoints.flatMap((endpoint) => fieldsOf(endpoint).map((field) => ({ endpoint, ...field })))
  const sizes = pages.filter(({ name }) => name === 'pageSize')
  expect(sizes.length).toBeGreaterThan(20)
  const large = sizes.filter(({ schema }) => !(Number(schema.maximum) <= 100))
  expect(large.map(({ endpoint }) => nameOf(endpoint))).toEqual(wholeLists)
})

test('no text and no list of an input is without a bound', () => {
  const open = endpoints.flatMap((endpoint) =>
    fieldsOf(endpoint)
      .filter(({ schema }) => {
        const isFormed = 'format' in schema || 'pattern' in schema || 'enum' in schema || 'const' in schema
        if (schema.type === 'string') return !isFormed && !('maxLength' in schema)
        return schema.type === 'array' && !('maxItems' in schema)
      })
      .map(({ name }) => `${nameOf(endpoint)} ${name}`),
  )
  expect(open).toEqual([])
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
  // The deployment's own store and its own mail server.
  expect(outgoing.sort()).toEqual(['files/server/s3-store.ts', 'messaging/server/smtp-driver.ts'])
})
