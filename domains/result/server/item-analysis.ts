/**
 * The item table of an exam. Attempts are read in portions, so that no statement is long however many people sat; every
 * figure is of all of them.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type QuestionContent, questionContent, questionType } from '@kaopei/question/contract/content'
import { plainText } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { CountedMarks, cellsOf, type MarkCell, type MarkedItem } from './counted-marks.ts'
import { type AnalysedItem, selectAnalysedItems, selectMarks } from './results-statistics.sql.ts'
import {
  type AlphaGap,
  effectiveWeights,
  type ItemFigures,
  type ItemSpread,
  type ItemWeight,
  itemFigures,
  itemSpread,
  smallSampleLimit,
  type TestStatistics,
  testStatistics,
} from './rules/statistics.ts'
import {
  type ChoiceCells,
  distractorTable,
  type ItemDiscrimination,
  itemDiscrimination,
  itemQualityLabels,
  tieRuleText,
} from './rules/statistics-groups.ts'

const alphaNotes: Record<AlphaGap, string> = {
  differentItems: '各考生的试题不完全相同，不计算 α 系数',
  fewAttempts: '成绩完整的答卷不足 2 份，不计算 α 系数',
  oneItem: '试卷只有一道题，不计算 α 系数',
  equalTotals: '所有答卷的总分相同，不计算 α 系数',
}
const textLength = 120
/** Marks that are read at once: what the driver takes apart on end, in some ten milliseconds. */
const marksAtOnce = 5_000
const mostAttemptsAtOnce = 100

export type ItemAnalysis = {
  test: TestStatistics
  /** Attempts with a question that was never seen. */
  unseenCount: number
  alphaNote: string | null
  tieRule: string
  items: (AnalysedRow & ItemWeight)[]
}
type AnalysedRow = ReturnType<typeof rowOf>

/** `marksRead`: how many marks are read at once, about. */
export async function analyseItems(
  db: Db,
  { examId, attemptIds, marksRead = marksAtOnce }: { examId: string; attemptIds: readonly string[]; marksRead?: number },
): Promise<ItemAnalysis> {
  const marks = new CountedMarks()
  let portion = 1
  for (let from = 0; from < attemptIds.length; ) {
    const some = attemptIds.slice(from, from + portion)
    const found = await selectMarks(db, some)
    marks.take(found)
    from += some.length
    // Papers of an exam are about as long as one another.
    const marksOfOne = Math.max(1, found.length / some.length)
    portion = Math.max(1, Math.min(mostAttemptsAtOnce, Math.floor(marksRead / marksOfOne)))
  }
  const facts = new Map((await selectAnalysedItems(db, examId, marks.versionIds)).map((item) => [item.versionId, item]))
  const rows: AnalysedRow[] = []
  const spreads: ItemSpread[] = []
  for (const { cells, ...marked } of marks.items()) {
    const item = facts.get(marked.versionId)
    if (!item) throw new Error(`question version ${marked.versionId} of exam ${examId} is not there`)
    rows.push(analysedRow({ ...item, ...marked }, cells))
    spreads.push(itemSpread(cellsOf(cells)))
    // Many items of many different answers are work for a second: others come in between.
    await nextTurn()
  }
  const totals = Float64Array.from(marks.totals)
  const test = testStatistics({ totals, counts: new Float64Array(totals.length).fill(1) }, spreads)
  const weights = effectiveWeights(spreads, totals.length)
  return {
    test,
    unseenCount: marks.unseenCount,
    alphaNote: test.alphaGap === null ? null : alphaNotes[test.alphaGap],
    tieRule: tieRuleText,
    items: rows.map((row, at) => ({ ...row, ...(weights[at] ?? noWeight) })).sort(byPlace),
  }
}

const noWeight: ItemWeight = { effectiveWeight: null, hasNegativeCovariance: false }

function analysedRow(item: AnalysedItem & MarkedItem, cells: readonly MarkCell[]) {
  const content = questionContent.safeParse(item.content).data
  const seen = cells.filter(({ isSeen }) => isSeen)
  const ofSeen = cellsOf(seen)
  return rowOf(item, content, {
    figure: itemFigures(ofSeen, item.max),
    group: itemDiscrimination(ofSeen, item.max),
    distractors: content ? distractorsOf(seen, content) : [],
  })
}

/** Fixed questions in the order of the paper, then what was drawn, rule by rule. */
function byPlace(a: AnalysedRow, b: AnalysedRow): number {
  const placeOf = ({ slot, ruleNumber }: AnalysedRow) => slot ?? 1_000_000 + (ruleNumber ?? 0)
  return placeOf(a) - placeOf(b) || (a.questionVersionId < b.questionVersionId ? -1 : 1)
}

/** How often each option was chosen; questions without options to choose from have none. */
function distractorsOf(cells: readonly MarkCell[], content: QuestionContent) {
  const { type } = content
  if (type !== questionType.single && type !== questionType.multiple && type !== questionType.judgement) return []
  const bits = new Map(content.options.map(({ id }, index): [string, number] => [id, 1 << index]))
  const bitsOf = (choice: string | null) => {
    const chosen: unknown = choice !== null && type === questionType.multiple ? JSON.parse(choice) : [choice]
    return Array.isArray(chosen) ? chosen.reduce<number>((all, id) => all | (bits.get(String(id)) ?? 0), 0) : 0
  }
  const chosen: ChoiceCells = { ...cellsOf(cells), choices: Int32Array.from(cells, ({ choice }) => bitsOf(choice)) }
  const keys = new Set<string | null>(type === questionType.multiple ? content.correct : [content.correct])
  return distractorTable(chosen, content.options.length).map(({ option, ...shares }) => {
    const one = content.options[option]
    if (!one) return { optionId: null, label: '未答', text: '', isKey: false, ...shares }
    const text = plainText(one.html).slice(0, textLength)
    return { optionId: one.id, label: String.fromCharCode(65 + option), text, isKey: keys.has(one.id), ...shares }
  })
}

type Figures = { figure: ItemFigures; group: ItemDiscrimination; distractors: ReturnType<typeof distractorsOf> }

function rowOf(
  { slot, ruleNumber, questionId, versionId, max }: AnalysedItem & MarkedItem,
  content: QuestionContent | undefined,
  { figure, group, distractors }: Figures,
) {
  return {
    ...figure,
    slot,
    ruleNumber: slot === null ? ruleNumber : null,
    questionId,
    questionVersionId: versionId,
    type: content?.type ?? 0,
    stemText: content ? plainText(content.stem.replace(/\{\{[\w-]+\}\}/g, '____')).slice(0, textLength) : '',
    maxScore: max,
    sd: figure.sd === null ? null : figure.sd / 100,
    groupDiscrimination: group.discrimination,
    quality: group.quality ? itemQualityLabels[group.quality] : null,
    isSmallSample: figure.count < smallSampleLimit,
    distractors,
  }
}
