import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blueprintOf } from './blueprint.ts'

type Question = Parameters<typeof blueprintOf>[0]['questions'][number]

const question = (questionId: string, given: Partial<Question> = {}): Question => ({
  questionId,
  type: 1,
  difficulty: 2,
  pointIds: ['p'],
  scoreHundredths: 500,
  times: 10,
  firstSlot: 1,
  ...given,
})
const chosen = { pointIds: ['p'], isWhole: false }

describe('the blueprint of a paper', () => {
  test('has each fixed question that carries a chosen point, with its type, difficulty and score', () => {
    const questions = [
      question('1', { pointIds: ['p', 'q'] }),
      question('2', { type: 3, scoreHundredths: 200 }),
      question('3', { pointIds: ['q'] }),
      question('4', { pointIds: [] }),
    ]
    expect(blueprintOf({ questions, attemptCount: 10 }, chosen)).toEqual([
      { type: 1, difficulty: 2, pointIds: ['p'], scoreHundredths: 500 },
      { type: 3, difficulty: 2, pointIds: ['p'], scoreHundredths: 200 },
    ])
    expect(blueprintOf({ questions, attemptCount: 10 }, { pointIds: ['p', 'q'], isWhole: true })).toHaveLength(4)
  })

  test('of a paper that draws has what people got on the average', () => {
    // Two of four of one kind, one of three of another.
    const drawn = [5, 5, 6, 4].map((times, at) => question(`a${at}`, { times }))
    const others = [3, 3, 4].map((times, at) => question(`b${at}`, { times, difficulty: 3 }))
    const items = blueprintOf({ questions: [...drawn, ...others], attemptCount: 10 }, chosen)
    expect(items.map(({ difficulty }) => difficulty)).toEqual([2, 2, 3])
  })

  test('of rests gives the question to the greatest', () => {
    // One question was drawn of two difficulties: seven got the one, three the other.
    const questions = [question('a', { times: 3 }), question('b', { times: 7, difficulty: 3 })]
    expect(blueprintOf({ questions, attemptCount: 10 }, chosen).map(({ difficulty }) => difficulty)).toEqual([3])
  })

  test('has as many questions as a paper had, however they were drawn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat({ max: 19 }), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 30 }),
        (attempts) => {
          const times = new Map<number, number>()
          for (const drawn of attempts) for (const one of drawn) times.set(one, (times.get(one) ?? 0) + 1)
          const questions = [...times].map(([at, count]) =>
            question(String(at), { times: count, difficulty: at % 3 === 0 ? 1 : 2, type: at % 2 === 0 ? 1 : 2 }),
          )
          expect(blueprintOf({ questions, attemptCount: attempts.length }, chosen)).toHaveLength(5)
        },
      ),
    )
  })

  test('of nobody’s paper is empty', () => {
    expect(blueprintOf({ questions: [], attemptCount: 0 }, chosen)).toEqual([])
  })
})
