import { expect, test } from 'vitest'
import { paperEntries } from '../contract/paper.ts'
import type { PoolFacts } from './draw.sql.ts'
import { proveDraw } from './draw-proof.ts'
import { proofOfClasses } from './rules/proof-of-classes.ts'

/** Questions that no two rules see alike, as the database counts them: a class of its own for each. */
function tangled(rules: number, kinds: number): PoolFacts {
  const bits = Array.from({ length: kinds }, (_, at) => {
    const admitting = Array.from({ length: rules }, (__, rule) => BigInt((at >> (rule % 16)) % 2) << BigInt(rule + 1))
    return admitting.reduce((sum, bit) => sum | bit, 0n)
  })
  const classes = bits.map((rules) => `${rules}:1`).join(' ')
  return { questions: kinds, kinds, available: [], classes }
}
const countsOf = (rules: number, count: number) => Array.from({ length: rules }, () => count)

test('a proof over many rules and kinds of questions is made beside the process, with the same outcome', async () => {
  const facts = tangled(16, 3000)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const proof = await proveDraw('company', countsOf(16, 20), facts)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
  expect(proof).toEqual(proofOfClasses({ counts: countsOf(16, 20), classes: facts.classes }))
})

test('one that does not end in its time is answered with what to do, and ends', async () => {
  const proof = await proveDraw('company', countsOf(16, 100_000), tangled(16, 3000), 1)
  expect(proof).toMatchObject({ isFeasible: false, violations: [{ message: expect.stringContaining('请减少规则') }] })
})

test('rules that admit too many questions, or too many kinds of them, are refused before any work', async () => {
  const refusal = async (more: Partial<PoolFacts>) => (await proveDraw('company', [1], { ...tangled(1, 2), ...more })).violations
  expect(await refusal({ questions: 100_001 })).toMatchObject([
    { message: '抽题规则共涉及 100001 题，最多从 100000 题中抽取：请用题库、分类、标签或知识点缩小范围' },
  ])
  expect(await refusal({ kinds: 20_001 })).toMatchObject([{ message: expect.stringContaining('请减少规则') }])
})

test('a paper has at most fifty rules and a thousand questions', () => {
  const rule = (count: number) => ({ questionType: 2, filter: {}, count, score: 1 })
  const messageOf = (entries: unknown[]) => paperEntries.safeParse(entries).error?.issues[0]?.message
  expect(messageOf(Array.from({ length: 51 }, () => rule(1)))).toBe('最多 50 条抽题规则')
  expect(messageOf([rule(500), rule(500)])).toBeUndefined()
  expect(messageOf([rule(500), rule(500), rule(1)])).toBe('一份试卷最多 1000 题，请减少抽题数或固定题目')
})
