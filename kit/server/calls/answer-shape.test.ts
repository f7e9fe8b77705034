import { id, instant, score } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerShapeOf } from './answer-shape.ts'

const part = z.object({
  id,
  at: instant.nullable(),
  marks: score.optional(),
  names: z.array(z.string()),
  inner: z.object({ n: z.int() }),
})
const listed = z.object({ total: z.int(), rows: z.array(part), more: z.array(part).nullish() })

const uuid = '01a220c5-d896-7cb8-8647-8f6f84d2982f'
const rowOf = (number: number, extra: object = {}) => ({
  id: uuid,
  at: number % 2 === 0 ? null : new Date(number),
  ...(number % 3 === 0 && { marks: 150 }),
  names: ['甲', '乙'],
  inner: { n: number, ...extra },
  ...extra,
})
const rows = (count: number, extra?: object) => Array.from({ length: count }, (_, number) => rowOf(number, extra))
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const everyKind = z.array(
  z.object({
    text: z.string().trim(),
    trimmed: z.array(z.string().toLowerCase()),
    either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]),
    byName: z.record(z.string(), z.object({ a: z.int() })),
    given: z.object({ a: z.int().default(5), inner: z.array(score).nullable() }).optional(),
    word: z.enum(['x', 'y']),
    one: z.literal(1),
  }),
)
const everyRow = {
  text: ' 甲 ',
  trimmed: ['A'],
  either: { b: 1, secret: 1 },
  byName: { x: { a: 1, secret: 1 } },
  given: { inner: [100], secret: 1 },
  word: 'x',
  one: 1,
  secret: 1,
}

const branch = z.object({
  id,
  secretOf: z.string().optional(),
  get children(): z.ZodArray<typeof branch> {
    return z.array(branch)
  },
})
const trees = Array.from({ length: 12 }, () => ({
  ...{ id: uuid, secret: 1 },
  children: Array.from({ length: 12 }, () => ({ id: uuid, secret: 1, children: [] })),
}))

test.each([
  ['trees', z.array(branch), trees],
  ['a tree within an object', z.object({ tree: branch, list: z.array(part) }), { tree: trees[0], list: rows(20, { secret: 1 }) }],
  ['short', listed, { total: 3, rows: rows(3, { secret: 1 }), secret: 1 }],
  ['long', listed, { total: 40, rows: rows(40), more: null, secret: 1 }],
  [
    'long, with what the contract does not name',
    listed,
    { total: 40, rows: rows(40, { secret: 1 }), more: rows(20, { secret: 1 }) },
  ],
  ['with an optional list that is absent', listed, { total: 0, rows: [] }],
  ['a list by itself', z.array(part), rows(30, { secret: 1 })],
  [
    'lists in a list',
    z.array(z.object({ inside: z.array(part) })),
    Array.from({ length: 12 }, () => ({ inside: rows(12, { secret: 1 }) })),
  ],
  ['texts that are rewritten, unions, records, defaults', everyKind, Array.from({ length: 20 }, () => everyRow)],
  ['open objects', z.array(z.looseObject({ a: z.int() })), Array.from({ length: 20 }, () => ({ a: 1, b: 2 }))],
  ['numbers', z.array(score), Array.from({ length: 20 }, () => 250)],
  [
    'members of a class',
    z.array(z.object({ a: z.int() })),
    Array.from({ length: 20 }, () => Object.assign(Object.create({ b: 1 }), { a: 1 })),
  ],
  ['no list', z.string().nullable(), null],
])('what leaves is the same in tests and in an installation: %s', (_, output: z.ZodType, value: unknown) => {
  const sent = asSent(answerShapeOf(output, 'production')(value))
  expect(sent).toEqual(asSent(answerShapeOf(output, 'test')(value)))
  expect(JSON.stringify(sent)).not.toContain('secret')
})

test('an answer that is not what its contract says is an error, told by its place', () => {
  const shape = answerShapeOf(listed, 'production')
  const wrong = (value: unknown) => expect(() => shape(value))
  wrong({ total: 40, rows: [...rows(5), { ...rowOf(1), id: 7 }, ...rows(40)] }).toThrow(/"rows",\s*5,\s*"id"/)
  wrong({ total: 'many', rows: rows(40) }).toThrow(/"total"/)
  wrong({ total: 40, rows: [...rows(20), null, ...rows(20)] }).toThrow()
  wrong({ total: 40, rows: [...rows(20), { ...rowOf(1), names: '甲' }] }).toThrow()
  wrong({ total: 40, rows: [...rows(20), { ...rowOf(1), at: { secret: 1 } }] }).toThrow()
  wrong({ total: 40, rows: [...rows(20), { ...rowOf(1), names: [{ secret: 1 }] }] }).toThrow()
  wrong({ total: 40, rows: [...rows(20), { ...rowOf(1), id: { secret: 1 } }] }).toThrow()
  wrong({ total: 40, rows: 'none' }).toThrow(/"rows"/)
  wrong({ total: 40 }).toThrow(/"rows"/)
  // Whoever develops or tests hears of every element.
  expect(() => answerShapeOf(listed, 'test')({ total: 21, rows: [...rows(20), { ...rowOf(1), id: 7 }] })).toThrow()
})
