/**
 * The item table of an exam (domain.md §9): marks come as one stream into typed arrays, the rules compute. Items that only some attempts
 * had (random draws) are worked through in portions against each attempt's own total, so that a large pool needs no huge table.
 */
import { type QuestionContent, questionContent, questionType } from '@kaopei/question/contract/content'
import { plainText } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { MarkList } from './mark-list.ts'
import { type AnalysedItem, selectAnalysedItems, streamMarks } from './results-statistics.sql.ts'
import { type ItemStatistics, type TestStatistics, testAndItemStatistics } from './rules/statistics.ts'
import { distractorTable, groupDiscrimination, type ItemDiscrimination, itemQualityLabels } from './rules/statistics-groups.ts'

const randomNote = '各考生的试题不完全相同，不计算 α 系数'
const stemLength = 120

export type ItemAnalysis = { test: TestStatistics; alphaNote: string | null; items: AnalysedRow[] }
type AnalysedRow = ReturnType<typeof rowOf>

export async function analyseItems(
  db: Db,
  { companyId, examId, attemptIds }: { companyId: string; examId: string; attemptIds: readonly string[] },
): Promise<ItemAnalysis> {
  const items = await selectAnalysedItems(db, companyId, examId, attemptIds)
  const shown = items.map((item) => ({ item, ...shownContent(item.content) }))
  const marks = new MarkList(
    attemptIds.length,
    shown.map(({ item, options }) => ({
      optionIds: options.map(({ id }) => id),
      isMultiple: item.type === questionType.multiple,
    })),
  )
  for await (const { rows } of streamMarks(db, companyId, { attemptIds, items })) marks.take(rows)
  const maximums = Float64Array.from(items, ({ maxHundredths }) => maxHundredths)
  const rows: AnalysedRow[] = []
  let whole: TestStatistics | undefined
  for (const portion of marks.portions(maximums)) {
    const { test, items: figures } = testAndItemStatistics(portion.table, portion.totals)
    const groups = groupDiscrimination(portion.table, portion.totals)
    whole ??= test
    figures.forEach((figure, index) => {
      const one = shown[portion.first + index]
      if (!one) return
      const distractors = distractorsOf(marks, portion.first + index, one.options)
      rows.push(rowOf(one.item, one.text, { figure, group: groups[index], distractors }))
    })
  }
  const test = whole ?? testAndItemStatistics({ marks: new Float64Array(), maximums }).test
  return {
    test: { ...test, alpha: marks.isComplete ? test.alpha : null },
    alphaNote: marks.isComplete ? null : randomNote,
    items: rows,
  }
}

type ShownOption = { id: string; label: string; text: string; isKey: boolean }

function shownContent(stored: unknown): { text: string; options: ShownOption[] } {
  const parsed = questionContent.safeParse(stored)
  if (!parsed.success) return { text: '', options: [] }
  return { text: plainText(parsed.data.stem).slice(0, stemLength), options: optionsOf(parsed.data) }
}

/** Options by which distractors are counted: of choices alone. */
function optionsOf(content: QuestionContent): ShownOption[] {
  const { type } = content
  if (type !== questionType.single && type !== questionType.multiple && type !== questionType.judgement) return []
  const keys = new Set(type === questionType.multiple ? content.correct : [content.correct])
  return content.options.map(({ id, html }, index) => ({
    id,
    label: String.fromCharCode(65 + index),
    text: plainText(html).slice(0, stemLength),
    isKey: keys.has(id),
  }))
}

function distractorsOf(marks: MarkList, item: number, options: readonly ShownOption[]) {
  if (options.length === 0) return []
  const { choices, totals } = marks.choicesOf(item)
  return distractorTable(choices, options.length, totals).map(({ option, ...shares }) => {
    const one = options[option]
    return {
      optionId: one?.id ?? null,
      label: one?.label ?? '未答',
      text: one?.text ?? '',
      isKey: one?.isKey ?? false,
      ...shares,
    }
  })
}

function rowOf(
  item: AnalysedItem,
  stemText: string,
  {
    figure,
    group,
    distractors,
  }: { figure: ItemStatistics; group: ItemDiscrimination | undefined; distractors: ReturnType<typeof distractorsOf> },
) {
  const { slot, ruleNumber, questionId, versionId, type, maxHundredths } = item
  return {
    ...figure,
    slot,
    ruleNumber: slot === null ? ruleNumber : null,
    questionId,
    questionVersionId: versionId,
    type,
    stemText,
    maxScore: maxHundredths,
    sd: figure.sd === null ? null : figure.sd / 100,
    groupDiscrimination: group?.discrimination ?? null,
    quality: group?.quality ? itemQualityLabels[group.quality] : null,
    isSmallSample: group?.isSmallSample ?? true,
    distractors,
  }
}
