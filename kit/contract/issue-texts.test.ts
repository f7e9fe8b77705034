import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from './index.ts'

const wordless = z.object({
  count: z.coerce.number().int().min(1).max(7),
  name: z.string().min(2).max(4),
  list: z.array(z.number()).min(1).max(2),
  mail: z.email(),
  kind: z.enum(['a', 'b']),
  either: z.union([z.object({ a: z.number() }), z.object({ b: z.string() })]),
  step: z.number().multipleOf(5),
  only: z.strictObject({}),
  when: z.iso.datetime(),
  words: z.record(z.string().regex(/^a/), z.number()),
  tidy: z.string().refine((value) => value === 'x'),
})

test.each([
  [{}],
  [
    {
      count: 8,
      name: '一',
      list: [],
      mail: 'x',
      kind: 'c',
      either: {},
      step: 3,
      only: { a: 1 },
      when: 'x',
      words: { b: 1 },
      tidy: 'y',
    },
  ],
  [
    {
      count: 'abc',
      name: '一二三四五',
      list: [1, 2, 3],
      mail: 1,
      kind: 1,
      either: 1,
      step: 'x',
      only: 1,
      when: 1,
      words: 1,
      tidy: 1,
    },
  ],
  [
    {
      count: 1.5,
      name: null,
      list: ['x'],
      mail: null,
      kind: null,
      either: null,
      step: null,
      only: null,
      when: null,
      words: null,
    },
  ],
])('whatever is wrong with an input is said in Chinese where its schema says nothing: %j', (input) => {
  expect(endpoint).toBeTypeOf('function')
  const problems = wordless.safeParse(input).error?.issues ?? []
  expect(problems.length).toBeGreaterThan(8)
  for (const { message } of problems) expect(message).toMatch(/^[^A-Za-z]*\p{Script=Han}[^A-Za-z]*$/u)
})

test('bounds are named', () => {
  const texts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)
  expect(texts(wordless.shape.count, 8)).toEqual(['不能大于 7'])
  expect(texts(wordless.shape.name, '一二三四五')).toEqual(['不能超过 4 个字符'])
  expect(texts(wordless.shape.list, [])).toEqual(['不能少于 1 项'])
  expect(texts(wordless.shape.name, undefined)).toEqual(['请填写此项'])
})
