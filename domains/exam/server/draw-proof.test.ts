import { expect, test } from 'vitest'
import { paperEntries } from '../contract/exam-paper.ts'
import { proveDraw } from './draw-proof.ts'
import { buildDrawPool } from './rules/draw-pool.ts'
import { feasibleDraw } from './rules/feasible-draw.ts'

/** Questions that no two rules see alike: a class of its own for each. */
function tangled(rules: number, questions: number, count: number) {
  const members = Array.from({ length: questions }, (_, at) => ({
    ...{ id: `q${at}`, bankId: '', categoryId: null, knowledgePointIds: [], type: 1, difficulty: 1 },
    tags: Array.from({ length: rules }, (__, rule) => `t${rule}`).filter((___, rule) => (at >> (rule % 16)) % 2 === 1),
  }))
  return buildDrawPool(
    Array.from({ length: rules }, (_, rule) => ({ count, filter: { tags: [`t${rule}`] } })),
    members,
  )
}

test('a proof over many rules and kinds of questions is made beside the process, with the same outcome', async () => {
  const pool = tangled(16, 3000, 20)
  expect(pool.rules.length * pool.classes.length).toBeGreaterThan(20_000)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const proof = await proveDraw('company', pool)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
  expect(proof).toEqual(feasibleDraw(pool))
})

test('one that does not end in its time is answered with what to do, and ends', async () => {
  const proof = await proveDraw('company', tangled(16, 3000, 100_000), 1)
  expect(proof).toMatchObject({ isFeasible: false, violations: [{ message: expect.stringContaining('请减少规则') }] })
})

test('a paper has at most fifty rules and a thousand questions', () => {
  const rule = (count: number) => ({ questionType: 2, filter: {}, count, score: 1 })
  const messageOf = (entries: unknown[]) => paperEntries.safeParse(entries).error?.issues[0]?.message
  expect(messageOf(Array.from({ length: 51 }, () => rule(1)))).toBe('最多 50 条抽题规则')
  expect(messageOf([rule(500), rule(500)])).toBeUndefined()
  expect(messageOf([rule(500), rule(500), rule(1)])).toBe('一份试卷最多 1000 题，请减少抽题数或固定题目')
})
