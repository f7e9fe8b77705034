/** Inputs made from a contract alone: ones that validate, and nonsense. */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@kaopei/contract'
import { z } from 'zod'

type Json = Record<string, unknown>
type Path = readonly PropertyKey[]

export interface IdField {
  readonly path: Path
  /** The field's name; of a list of ids the list's. */
  readonly name: string
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const asRecord = (value: unknown): Json => (isRecord(value) ? value : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const schemas = new WeakMap<Endpoint, Json>()

function schemaOf(endpoint: Endpoint): Json {
  const known = schemas.get(endpoint)
  if (known) return known
  const schema = asRecord(
    z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' }),
  )
  schemas.set(endpoint, schema)
  return schema
}

const [fullInputs, sparseInputs] = [new WeakMap<Endpoint, { input: unknown }>(), new WeakMap<Endpoint, { input: unknown }>()]

/**
 * An input that the contract accepts, with every field or the required ones only; undefined when none was found. It is looked for once for each
 * call; ids and names in it are others every time.
 */
export function validInput(endpoint: Endpoint, { isFull }: { isFull: boolean }): unknown {
  const known = isFull ? fullInputs : sparseInputs
  const found = known.get(endpoint) ?? { input: searchInput(endpoint, isFull) }
  known.set(endpoint, found)
  return renewed(found.input)
}

function renewed(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(renewed)
  if (isRecord(input)) return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, renewed(value)]))
  if (typeof input !== 'string') return input
  return isUuid(input) ? randomUUID() : input.replace(/^示例[0-9a-f]{8}$/, () => `示例${randomUUID().slice(0, 8)}`)
}

function searchInput(endpoint: Endpoint, isFull: boolean): unknown {
  const schema = schemaOf(endpoint)
  let input: unknown = exampleOf(schema, isFull) ?? {}
  const tries = new Map<string, number>()
  for (let round = 0; round < 60; round++) {
    const parsed = endpoint.input.safeParse(input)
    if (parsed.success) return input
    const path = placeOf(parsed.error.issues[0])
    if (!path) return undefined
    const key = path.map(String).join('/')
    const turn = tries.get(key) ?? 0
    tries.set(key, turn + 1)
    const attempts = [
      1,
      0,
      2,
      'A1',
      randomUUID(),
      [],
      {},
      true,
      null,
      '2026-01-01T00:00:00Z',
      '13800000000',
      '123456',
      'examPublished',
      'device-1:page-1',
      '0123456789abcdef0123456789abcdef',
      '0123456789abcdef'.repeat(4),
      '2027-01-01T00:00:00Z',
      'a@example.cn',
      'https://example.cn/',
      'zh',
      '10.0.0.1',
      '#336699',
      'A-{seq:4}',
      '字',
      '2026-01',
      undefined,
    ]
    if (turn >= attempts.length) return undefined
    input = withValue(input, path, attempts[turn])
  }
  return undefined
}

/** Names of the fields that may be left out. */
export function optionalFields(endpoint: Endpoint): string[] {
  const { required, properties } = wholeOf(schemaOf(endpoint))
  return Object.keys(asRecord(properties)).filter((name) => !asList(required).includes(name))
}

/** A choice at the top is its first possibility, as in the examples; parts that all hold are one. */
function wholeOf(schema: Json): Json {
  const [choice] = [...asList(schema.anyOf), ...asList(schema.oneOf)].map(asRecord)
  if (choice) return wholeOf(choice)
  const parts = asList(schema.allOf).map((part) => wholeOf(asRecord(part)))
  if (parts.length === 0) return schema
  return {
    required: parts.flatMap(({ required }) => asList(required)),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  }
}

/** What is wrong with a choice is wrong with its first possibility. */
function placeOf(issue: z.core.$ZodIssue | undefined): Path | undefined {
  if (issue?.code !== 'invalid_union') return issue?.path
  const inner = placeOf(issue.errors[0]?.[0])
  return inner ? [...issue.path, ...inner] : issue.path
}

/** Every place of an input that holds an id, lists of ids as one place each. */
export function idFieldsOf(input: unknown, path: Path = [], name = ''): IdField[] {
  if (typeof input === 'string') return isUuid(input) ? [{ path, name }] : []
  if (Array.isArray(input)) {
    if (input.some((item) => typeof item === 'string' && isUuid(item))) return [{ path, name }]
    return input.flatMap((item, index) => idFieldsOf(item, [...path, index], name))
  }
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([key, value]) => idFieldsOf(value, [...path, key], key))
}

/** The input with an id in a place, as a list where the place holds one. */
export function withId(input: unknown, { path }: IdField, id: string): unknown {
  return withValue(input, path, Array.isArray(valueAt(input, path)) ? [id] : id)
}

const nonsense: readonly unknown[] = [
  null,
  '',
  'nonsense',
  "'; drop table org.staff; --",
  '\u0000\u0007',
  '\ud800',
  '%',
  -1,
  1e308,
  0.1,
  2 ** 53,
  true,
  [],
  [null],
  {},
  { $gt: '' },
  'x'.repeat(20_000),
  randomUUID(),
]

/** Whole bodies of nonsense, and good inputs with nonsense in one place, however deep. */
export function nonsenseInputs(endpoint: Endpoint): unknown[] {
  const good = validInput(endpoint, { isFull: true }) ?? exampleOf(schemaOf(endpoint), true)
  const spoiled = placesOf(good).flatMap((path) => nonsense.map((value) => withValue(good, path, value)))
  const bodies = endpoint.facts.method === 'GET' ? [] : [42, 'text', true, [], [{}]]
  return [...bodies, {}, { unknown: 1 }, ...spoiled]
}

/** What arrives of an input: queries and forms carry texts alone, and no list or object. */
export function asReceived({ facts }: Endpoint, input: unknown): unknown {
  const isFlat = isRecord(input) && Object.values(input).every((value) => typeof value !== 'object')
  if (facts.method !== 'GET' && !(facts.carries !== undefined && isFlat)) return input
  const entries = isRecord(input) ? Object.entries(input).filter(([, value]) => value !== undefined) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).toWellFormed()]))
}

function placesOf(input: unknown, path: Path = []): Path[] {
  const here = path.length > 0 ? [path] : []
  if (Array.isArray(input)) return [...here, ...input.flatMap((item, index) => placesOf(item, [...path, index]))]
  if (!isRecord(input)) return here
  return [...here, ...Object.entries(input).flatMap(([key, value]) => placesOf(value, [...path, key]))]
}

function exampleOf(schema: Json, isFull: boolean): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema && !isFull) return schema.default
  const [choice] = [...asList(schema.anyOf), ...asList(schema.oneOf)].map(asRecord)
  if (choice) return exampleOf(choice, isFull)
  const parts = asList(schema.allOf).map(asRecord)
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => asRecord(exampleOf(part, isFull))))
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, isFull)
    case 'array': {
      const places = asList(schema.prefixItems).map(asRecord)
      if (places.length > 0) return places.map((place) => exampleOf(place, isFull))
      return isFull || Number(schema.minItems ?? 0) > 0 ? [exampleOf(asRecord(schema.items), isFull)] : []
    }
    case 'string':
      return exampleText(schema)
    case 'number':
    case 'integer':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return 1
  }
}

function exampleObject(schema: Json, isFull: boolean): Json {
  const required = new Set(asList(schema.required))
  const entries = Object.entries(asRecord(schema.properties)).filter(([name]) => isFull || required.has(name))
  return Object.fromEntries(entries.map(([name, property]) => [name, exampleOf(asRecord(property), isFull)]))
}

function exampleText(schema: Json): string {
  if (schema.format === 'uuid') return randomUUID()
  if (schema.format === 'date-time') return '2026-06-01T00:00:00Z'
  if (schema.format === 'date') return '2026-06-01'
  if (schema.format === 'email') return 'nobody@example.cn'
  return `示例${randomUUID().slice(0, 8)}`.slice(0, Number(schema.maxLength ?? 20))
}

export function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )
}

export function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(input)) return input.map((item, index) => (index === key ? withValue(item, rest, value) : item))
  const record = asRecord(input)
  const inner = withValue(record[String(key)], rest, value)
  const { [String(key)]: _before, ...others } = record
  return inner === undefined ? others : { ...record, [String(key)]: inner }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
