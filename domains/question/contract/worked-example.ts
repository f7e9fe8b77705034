/** Worked examples of a scoring rule, shown to authors: nobody agrees on partial credit. */
import { roundedRatio, scoreMultiple, withPenalty } from './score-choices.ts'
import type { MultipleRule, ScoringRule } from './scoring-rule.ts'

export type WorkedExample = { setting: string; rows: { given: string; scoreHundredths: number }[] }

/** The example of the room's README: six options, A, B and D are right, full mark 6. */
const letters = ['A', 'B', 'C', 'D', 'E', 'F']
const right = ['A', 'B', 'D']
const selections = ['ABD', 'AB', 'A', 'ABC', 'ABCD', 'C', 'ABCDEF', '']

/** What typical answers earn under this rule; null where a person or a judge decides. */
export function workedExample(rule: ScoringRule, fullHundredths = 600): WorkedExample | null {
  const full = `满分 ${showScore(fullHundredths)} 分`
  switch (rule.type) {
    case 1:
    case 3:
      return {
        setting: full,
        rows: [
          { given: '答对', scoreHundredths: fullHundredths },
          { given: '答错', scoreHundredths: withPenalty(0, rule.negative, 1) },
          { given: '未作答', scoreHundredths: 0 },
        ],
      }
    case 2:
      return { setting: `${full}，共 6 个选项，正确答案为 A、B、D`, rows: multipleRows(rule, fullHundredths) }
    case 4:
      return partsExample(full, { perPart: rule.mode === 'perBlank', negative: null }, fullHundredths)
    case 7:
      return partsExample(full, { perPart: rule.mode === 'perGap', negative: rule.negative }, fullHundredths)
    case 5:
    case 6:
      return null
  }
}

/** 267 → "2.67", 600 → "6". */
export function showScore(hundredths: number): string {
  return String(hundredths / 100)
}

function multipleRows(rule: MultipleRule, fullHundredths: number): WorkedExample['rows'] {
  return selections.map((chosen) => ({
    given: chosen === '' ? '未作答' : `选 ${chosen}`,
    scoreHundredths: scoreMultiple(onLetters(rule), { optionIds: letters, correct: right }, [...chosen], fullHundredths),
  }))
}

/** The rule's own parameters name the question's options; in the example they speak of its letters. */
function onLetters(rule: MultipleRule): MultipleRule {
  if (rule.mode === 'perOption') return { ...rule, byOption: {} }
  if (rule.mode !== 'weighted') return rule
  const distractor = Math.min(0, ...Object.values(rule.fractions))
  return { ...rule, fractions: Object.fromEntries(letters.map((id) => [id, right.includes(id) ? 1 / right.length : distractor])) }
}

function partsExample(
  full: string,
  rule: { perPart: boolean; negative: Parameters<typeof withPenalty>[1] },
  fullHundredths: number,
): WorkedExample {
  const rows = [3, 2, 1].map((count) => {
    const earned = rule.perPart ? roundedRatio(fullHundredths * count, 3) : count === 3 ? fullHundredths : 0
    const wrongCount = rule.perPart ? 3 - count : count === 3 ? 0 : 1
    return { given: `3 空答对 ${count} 空`, scoreHundredths: withPenalty(earned, rule.negative, wrongCount) }
  })
  return { setting: `${full}，共 3 空`, rows: [...rows, { given: '未作答', scoreHundredths: 0 }] }
}
