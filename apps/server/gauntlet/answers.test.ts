import { randomUUID } from 'node:crypto'
import { answerShapeOf } from '@kaopei/server/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpointsDeclared } from './endpoints-declared.ts'

// Tests check every answer whole, an installation checks the beginning of long lists and cuts the rest (answer-shape.ts). Here both are asked of every call.

const listed = 11
/** Deeper down two elements do: hundreds of each of hundreds would be made. */
const deep = 4
const planted = { 未列出的字段: 'planted' }
const examples: readonly unknown[] = [
  1,
  'A1',
  0,
  true,
  null,
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '09:30',
  'zh',
  '#336699',
  [],
  {},
]

/** A value that the schema takes, its lists longer than what is checked of them, every object with a field too many; undefined: none was found. */
function exampleOf(schema: unknown, depth = 0): unknown {
  if (!(schema instanceof z.ZodType) || depth > 9) return undefined
  if (schema instanceof z.ZodOptional) return exampleOf(schema.unwrap(), depth)
  if (schema instanceof z.ZodNullable) return exampleOf(schema.unwrap(), depth) ?? null
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) return exampleOf(schema.unwrap(), depth)
  if (schema instanceof z.ZodArray) {
    const element = exampleOf(schema.element, depth + 1)
    return element === undefined ? [] : Array.from({ length: depth < deep ? listed : 2 }, () => element)
  }
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<unknown>(schema.shape).map(([key, member]) => [key, exampleOf(member, depth + 1)])
    return { ...Object.fromEntries(members), ...planted }
  }
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => exampleOf(option, depth + 1)).find((value) => takes(schema, value))
  if (schema instanceof z.ZodRecord) return { [String(exampleOf(schema.keyType) ?? 'x')]: exampleOf(schema.valueType, depth + 1) }
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => exampleOf(item, depth + 1))
  if (schema instanceof z.ZodPipe) return exampleOf(schema.in, depth)
  if (schema instanceof z.ZodLazy) return exampleOf(schema.unwrap(), depth)
  if (schema instanceof z.ZodIntersection)
    return Object.assign({}, exampleOf(schema.def.left, depth), exampleOf(schema.def.right, depth))
  const known = schema.meta()?.enum
  const ofItsOwn = schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : known
  return [...(Array.isArray(ofItsOwn) ? ofItsOwn : []), ...examples, new Date(0), randomUUID()].find((one) => takes(schema, one))
}

const takes = (schema: z.ZodType, value: unknown) => value !== undefined && schema.safeParse(value).success

test('of every call the same leaves an installation as a test', () => {
  const wrong: string[] = []
  let seen = 0
  for (const { output, facts } of endpointsDeclared()) {
    const value = exampleOf(output)
    const whole = answerShapeOf(output, 'test')
    const light = answerShapeOf(output, 'production')
    if (!takes(output, value)) continue
    seen += 1
    const [expected, sent] = [whole(value), light(value)].map((answer) =>
      JSON.stringify(sorted(JSON.parse(JSON.stringify(answer ?? null)))),
    )
    if (expected !== sent) wrong.push(facts.path)
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(900)
})

/** Keys in one order: what is cut keeps the order of whoever made it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
