/**
 * The item table of an exam (domain.md §9): marks come as one stream into typed arrays, the rules compute. Items that only some attempts
 * had (random draws) are worked through in portions against each attempt's own total, so that a large pool needs no huge table.
 */
import { type QuestionContent, questionContent, questionType } from '@kaopei/question/contract/content'
import { plainText } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { type MarkedItem, MarkList } from './mark-list.ts'
import { type AnalysedItem, selectAnalysedItems, streamMarks } from './results-statistics.sql.ts'
import { type ItemStatistics, smallSampleLimit, type TestStatistics, testAndItemStatistics } from './rules/statistics.ts'
import {
  distractorTable,
  groupDiscrimination,
  type ItemDiscrimination,
  itemQualityLabels,
  tieRuleText,
} from './rules/statistics-groups.ts'

const randomNote = '各考生的试题不完全相同，不计算 α 系数'
const textLength = 120

export type ItemAnalysis = { test: TestStatistics; alphaNote: string | null; tieRule: string; items: AnalysedRow[] }
type AnalysedRow = ReturnType<typeof rowOf>

export async function analyseItems(
  db: Db,
  { companyId, examId, attemptIds }: { companyId: string; examId: string; attemptIds: readonly string[] },
): Promise<ItemAnalysis> {
  const marks = new MarkList(attemptIds.length)
  for await (const { rows } of streamMarks(db, companyId, attemptIds)) marks.take(rows)
  const versionIds = [...new Set(marks.items.map(({ versionId }) => versionId))]
  const facts = new Map((await selectAnalysedItems(db, companyId, examId, versionIds)).map((item) => [item.versionId, item]))
  const items: AnalysedRow[] = []
  let whole: TestStatistics | undefined
  for (const { first, table, totals } of marks.portions()) {
    const { test, items: figures } = testAndItemStatistics(table, totals)
    const groups = groupDiscrimination(table, totals)
    whole ??= test
    for (const [index, figure] of figures.entries()) {
      const marked = marks.items[first + index]
      const item = marked && facts.get(marked.versionId)
      if (!item) continue
      const content = questionContent.safeParse(item.content).data
      const distractors = content ? distractorsOf(marks, first + index, content) : []
      items.push(rowOf({ ...item, ...marked }, content, { figure, group: groups[index], distractors }))
    }
  }
  const { test } = whole ? { test: whole } : testAndItemStatistics({ marks: new Float64Array(), maximums: new Float64Array() })
  const { isComplete } = marks
  return {
    test: { ...test, alpha: isComplete ? test.alpha : null },
    alphaNote: isComplete ? null : randomNote,
    tieRule: tieRuleText,
    items: items.sort(byPlace),
  }
}

/** Fixed questions in the order of the paper, then what was drawn, rule by rule. */
function byPlace(a: AnalysedRow, b: AnalysedRow): number {
  const placeOf = ({ slot, ruleNumber }: AnalysedRow) => slot ?? 1_000_000 + (ruleNumber ?? 0)
  return placeOf(a) - placeOf(b) || (a.questionVersionId < b.questionVersionId ? -1 : 1)
}

/** How often each option was chosen; questions without options to choose from have none. */
function distractorsOf(marks: MarkList, item: number, content: QuestionContent) {
  const { type } = content
  if (type !== questionType.single && type !== questionType.multiple && type !== questionType.judgement) return []
  const bits = new Map(content.options.map(({ id }, index): [string, number] => [id, 1 << index]))
  const { choices, totals } = marks.choicesOf(item, (choice) => {
    const chosen: unknown = type === questionType.multiple ? JSON.parse(choice) : [choice]
    return Array.isArray(chosen) ? chosen.reduce<number>((all, id) => all | (bits.get(String(id)) ?? 0), 0) : 0
  })
  const keys = new Set<string | null>(type === questionType.multiple ? content.correct : [content.correct])
  return distractorTable(choices, content.options.length, totals).map(({ option, ...shares }) => {
    const one = content.options[option]
    if (!one) return { optionId: null, label: '未答', text: '', isKey: false, ...shares }
    const text = plainText(one.html).slice(0, textLength)
    return { optionId: one.id, label: String.fromCharCode(65 + option), text, isKey: keys.has(one.id), ...shares }
  })
}

type Figures = { figure: ItemStatistics; group: ItemDiscrimination | undefined; distractors: ReturnType<typeof distractorsOf> }

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
    groupDiscrimination: group?.discrimination ?? null,
    quality: group?.quality ? itemQualityLabels[group.quality] : null,
    isSmallSample: figure.count < smallSampleLimit,
    distractors,
  }
}
