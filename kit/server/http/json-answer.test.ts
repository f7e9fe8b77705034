import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonAnswer } from './json-answer.ts'

const ofText = (value: object) => String(jsonAnswer(value))

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('任务 "1"\n', '\ud800', '😀', '', null, undefined, true, -0, Number.NaN, 1e21, Symbol('none')),
  fc.date(),
  fc.double(),
)
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 40 }),
  object: fc.oneof(
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('toJSON', '__proto__', '标题')), tie('value'), { maxKeys: 6 }),
    fc.record({ data: tie('value'), tasks: tie('list') }, { noNullPrototype: true }),
  ),
}))

test('an answer is what JSON.stringify makes of it', () => {
  fc.assert(
    fc.property(anything, (data) => {
      expect(ofText({ code: 0, data })).toBe(JSON.stringify({ code: 0, data }))
    }),
    { numRuns: 500 },
  )
})

/** 10 chapters of 60 tasks. */
const task = (index: number) => ({
  id: crypto.randomUUID(),
  title: `任务 ${index}，😀`,
  score: null,
  opensAt: new Date(0),
  left: undefined,
})
const course = {
  chapters: Array.from({ length: 10 }, () => ({ title: '章', tasks: Array.from({ length: 60 }, (_, i) => task(i)) })),
}

test('a long answer comes as its bytes, a short one as its text', () => {
  const long = jsonAnswer({ code: 0, data: course })
  expect(long).toBeInstanceOf(Buffer)
  expect(String(long)).toBe(JSON.stringify({ code: 0, data: course }))
  expect(jsonAnswer({ code: 0, data: { dataList: [task(1)] } })).toBeTypeOf('string')
})

test('an answer that was made stays as it is while others are made', () => {
  const first = jsonAnswer(course)
  const before = String(first)
  jsonAnswer({ chapters: course.chapters.toReversed() })
  expect(String(first)).toBe(before)
})

test('what is larger than the bytes that are kept is written whole', () => {
  const huge = { rows: Array.from({ length: 30 }, (_, index) => ({ index, text: '长'.repeat(100_000) })) }
  expect(ofText(huge)).toBe(JSON.stringify(huge))
  expect(ofText(course)).toBe(JSON.stringify(course))
})

test('lists within lists beyond any depth, and elements unlike the first, are written too', () => {
  let nested: unknown = Array.from({ length: 10 }, (_, index) => index)
  for (let depth = 0; depth < 20; depth++) nested = [nested, { nested, only: [undefined, () => 1] }].slice(0, 1 + (depth % 2))
  expect(ofText({ nested })).toBe(JSON.stringify({ nested }))
  const unlike = [1, ...Array.from({ length: 20 }, () => course.chapters)]
  expect(ofText(unlike)).toBe(JSON.stringify(unlike))
})

test('a list that contains itself is refused as JSON refuses it', () => {
  const circle: unknown[] = Array.from({ length: 10 }, () => 1)
  circle[0] = circle
  expect(() => jsonAnswer({ circle })).toThrow(TypeError)
})
