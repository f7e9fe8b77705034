import type { Answers } from '@kaopei/questionnaire/contract/answers'
import type { Condition } from '@kaopei/questionnaire/contract/condition'
import { definition as schema } from '@kaopei/questionnaire/contract/definition'
import { pipedText } from '@kaopei/questionnaire/contract/rules/piping'
import { problemsOf } from '@kaopei/questionnaire/contract/rules/problems-of'
import { nobody, visibleIn } from '@kaopei/questionnaire/contract/rules/visible-in'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'

const elements = 200
/** Of them a hundred have one condition, and a hundred two. */
const conditions = 300
const slowdown = 4
const keystrokes = 400

/** What the browser computes at each keystroke in the largest questionnaire: what is visible, its words, what is wrong. */
export const questionnaireRules: Piece = {
  name: 'questionnaire-rules',
  run: async (_ground, print) => {
    const definition = schema.parse({ pages: pagesOf() })
    const answers: Answers = Object.fromEntries(
      Array.from({ length: elements }, (_, index) => [`e${index}`, index % 2 === 0 ? { choices: ['a'] } : '一些文字']),
    )
    const typed = (turn: number) => ({
      ...answers,
      e1: '字'.repeat(1 + (turn % 50)),
      e0: { choices: [turn % 7 === 0 ? 'b' : 'a'] },
    })
    const type = (turn: number) => {
      const given = typed(turn)
      const visible = visibleIn(definition, given, nobody)
      for (const page of definition.pages) for (const { title } of page.elements) pipedText(title, definition, visible.kept)
      return problemsOf(definition, given, nobody, visible).length
    }
    // The bare work beside it: reading the answers once and writing them again.
    const copy = (turn: number) => JSON.stringify(JSON.parse(JSON.stringify(typed(turn)))).length
    for (let turn = 0; turn < 50; turn++) type(turn)
    const [ours, bare] = [cpuMsEach(type), cpuMsEach(copy)]
    const longest = percentile(
      Array.from({ length: keystrokes }, (_, turn) => wallMs(() => type(turn))),
      0.95,
    )
    print(
      atMost(`a keystroke, ${elements} elements, ${conditions} conditions: rules × ${slowdown}`, ours * slowdown, 'CPU-ms', 16),
    )
    print(raw('the same: × the work of copying the answers by JSON', ours / bare, 'times'))
    print(raw(`the same: p95 × ${slowdown}`, longest * slowdown, 'ms'))
  },
}

function pagesOf() {
  const all = Array.from({ length: elements }, (_, index) => {
    const earlier = (back: number): Condition => ({ question: `e${index - back}`, is: 'answered' })
    const chosen = (back: number): Condition => ({ question: `e${(index - back) & ~1}`, is: 'anyOf', options: ['a'] })
    const showIf = index < 4 ? undefined : index % 2 === 0 ? chosen(2) : { all: [earlier(1), { not: chosen(4) }] }
    const base = {
      id: `e${index}`,
      title: index % 10 === 9 ? `关于“{{e${index - 9}}}”，第 ${index} 题` : `第 ${index} 题`,
      isRequired: true,
    }
    const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `选项 ${id}` }))
    return index % 2 === 0
      ? { ...base, ...(showIf && { showIf }), kind: 'single', options }
      : { ...base, ...(showIf && { showIf }), kind: 'text' }
  })
  return Array.from({ length: 20 }, (_, page) => ({ id: `p${page}`, elements: all.slice(page * 10, page * 10 + 10) }))
}

function cpuMsEach(work: (turn: number) => number): number {
  const before = process.cpuUsage()
  for (let turn = 0; turn < keystrokes; turn++) work(turn)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / keystrokes
}

function wallMs(work: () => number): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
