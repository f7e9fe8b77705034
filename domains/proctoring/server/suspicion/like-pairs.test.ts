import { expect, test } from 'vitest'
import { type AnswerSheet, comparePairs, leastAttempts } from './like-pairs.ts'

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** So many people and questions of four options; the last one has copied from the first where `copies`. */
function sheets(people: number, questions: number, copies: boolean): AnswerSheet[] {
  const next = dice(7)
  const made = Array.from({ length: people }, (_, index): AnswerSheet => {
    const skill = 0.45 + 0.4 * next()
    const answers = Array.from({ length: questions }, (_item, question): [string, { key: string; isRight: boolean }] => {
      const isRight = next() < skill
      return [`q${question}`, { key: isRight ? 'a' : 'bcd'.charAt(Math.floor(next() * 3)), isRight }]
    })
    return { attemptId: `a${index}`, staffId: `s${index}`, answers: new Map(answers) }
  })
  const [first] = made
  if (copies && first) made[people - 1] = { attemptId: 'copy', staffId: 'copy', answers: first.answers }
  return made
}

const still = { nearOf: () => false, breathe: async () => undefined }

test('who copied is found among many, and nobody where nobody copied', async () => {
  const copied = await comparePairs(sheets(60, 40, true), still)
  expect(copied.pairs.map(({ one, other, matches }) => [one, other, matches])).toEqual([[0, 59, 40]])
  expect(copied.pairs[0]).toMatchObject({ level: 'red', common: 40 })
  expect(copied.pairs[0]?.kOne).toBeLessThan(0.001)
  expect([copied.pairCount, copied.tooSmallCount]).toEqual([1711, 59])
  expect((await comparePairs(sheets(60, 40, false), still)).pairs).toEqual([])
  // What is not kept is counted.
  expect(await comparePairs(sheets(60, 40, true), { ...still, most: 0 })).toMatchObject({
    pairs: [],
    likeCount: copied.likeCount,
  })
  expect(copied.likeCount).toBe(copied.pairs.length)
})

test('near pairs are held against their own family alone', async () => {
  const nearOf = (one: number, other: number) => one === 0 && other === 59
  const { pairs, nearCount, pairCount } = await comparePairs(sheets(60, 40, true), { ...still, nearOf })
  expect([nearCount, pairCount]).toEqual([1, 1711])
  const [pair] = pairs
  expect(pair?.isNear).toBe(true)
  expect(pair?.expectedPairs).toBeCloseTo(pair?.probability ?? 0, 12)
})

test('blank answers match nothing, other versions are not compared, and too few questions are said to be too few', async () => {
  const blank = sheets(40, 30, false).map((sheet, index) => ({
    ...sheet,
    answers: new Map([...sheet.answers].map(([version]) => [index % 2 ? version : `x${version}`, { key: null, isRight: false }])),
  }))
  const compared = await comparePairs(blank, still)
  expect(compared.pairs).toEqual([])
  expect(compared.tooSmallCount).toBe(20 * 20)
  expect((await comparePairs(sheets(40, 15, true), still)).pairCount).toBe(0)
})

/** A pair whose common questions and wrong answers are so many, among others. */
async function pairOf({ common, wrong }: { common: number; wrong: number }) {
  const crowd = sheets(40, 30, false)
  const answersOf = (own: string) =>
    new Map(
      Array.from({ length: 30 }, (_, question): [string, { key: string; isRight: boolean }] => {
        const isRight = question >= wrong
        return [question < common ? `q${question}` : `${own}${question}`, { key: isRight ? 'a' : 'd', isRight }]
      }),
    )
  const pair = ['x', 'y'].map((own) => ({ attemptId: own, staffId: own, answers: answersOf(own) }))
  const nearOf = (one: number, other: number) => one >= 40 && other >= 40
  return (await comparePairs([...crowd, ...pair], { ...still, nearOf })).nearCount
}

test.each([
  [{ common: 20, wrong: 5 }, 1],
  [{ common: 19, wrong: 5 }, 0],
  [{ common: 20, wrong: 4 }, 0],
])('a pair with %o is compared: %i', async (of, count) => {
  expect(await pairOf(of)).toBe(count)
  expect(leastAttempts).toBe(30)
})

test('of a family of a few pairs each is judged, also one that is only unusual', async () => {
  /** Thirty people with so few wrong answers that they are not compared, and two who share some of theirs. */
  const people = Array.from({ length: 32 }, (_, person): AnswerSheet => {
    const isOfPair = person >= 30
    const answers = Array.from({ length: 24 }, (_item, question): [string, { key: string; isRight: boolean }] => {
      const wrong = isOfPair ? (question * 5 + (question < 12 ? 0 : person)) % 3 === 0 : (question + person) % 8 === 0
      const key = isOfPair ? 'bcd'.charAt(question % 3) : 'bcd'.charAt((question + person) % 3)
      return [`q${question}`, { key: wrong ? key : 'a', isRight: !wrong }]
    })
    return { attemptId: `a${person}`, staffId: `s${person}`, answers: new Map(answers) }
  })
  const { pairCount, pairs } = await comparePairs(people, still)
  expect(pairCount).toBe(1)
  expect(pairs).toMatchObject([{ one: 30, other: 31, level: 'yellow' }])
})
