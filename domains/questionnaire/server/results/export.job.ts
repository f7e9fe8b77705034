/** Results as a workbook: of named questionnaires every sheet, of anonymous ones what results show and nothing more. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { sheetState } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { exportFilter, type FigureInput, fewest } from '../../contract/results.ts'
import { isWritten } from '../../contract/rules/is-written.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { type AnswerColumn, answerColumns } from '../rules/answer-columns.ts'
import { maskOf, sizeOf } from '../rules/counting.ts'
import { figuresOf } from '../rules/figures.ts'
import { unpackingOf } from '../rules/unpacking.ts'
import {
  countTexts,
  noteLook,
  readSheets,
  type SheetScope,
  type StreamedSheet,
  selectSheetIds,
  selectWholeSheets,
  streamTexts,
} from './sheets.sql.ts'
import { toldQuestions } from './told-questions.ts'

const payload = z.object({
  questionnaireId: z.string(),
  name: z.string(),
  count: z.int(),
  scope: dataScopeShape,
  isCoded: z.boolean(),
  filter: z.object(exportFilter).prefault({}),
})
type Payload = z.output<typeof payload>

const pageSize = 500

export const exportSheetsJob = trackedJob({
  kind: 'questionnaireSheets',
  title: ({ name }) => `${name}-答卷`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction(async (db) => {
      const found = await findQuestionnaire(db, wish.questionnaireId)
      if (!found) throw new Error('the questionnaire was removed meanwhile')
      const definition = await definitionIn(db, found)
      await exportWorkbook(tracked, {
        fileName: `${wish.name}-答卷.xlsx`,
        sheets: [
          found.isAnonymous ? anonymousSheet(db, { found, definition, wish }) : namedSheet(db, { found, definition, wish }),
        ],
      })
    })
  },
})

const scopeOf = ({ questionnaireId, scope }: Payload): SheetScope => ({ questionnaireId, scope })

interface Wished {
  readonly found: Questionnaire
  readonly definition: Definition
  readonly wish: Payload
}

function namedSheet(db: Db, given: Wished) {
  const columns = answerColumns(given.definition, given.wish.isCoded)
  return {
    name: '答卷',
    columns: [
      ...headColumns.map(([spec]) => spec),
      ...columns.map(({ title, kind }): ColumnSpec => ({ title, kind, width: 18 })),
    ],
    rows: namedRows(db, columns, given),
  }
}

type Head = readonly [ColumnSpec, (sheet: StreamedSheet, number: number) => CellInput]
const headColumns: readonly Head[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, ({ name }) => name],
  [{ title: '部门', width: 20 }, ({ department }) => department],
  [{ title: '来源', width: 10 }, ({ entry }) => (entry === 'link' ? '链接' : '账号')],
  [{ title: '状态', width: 10 }, ({ state }) => sheetState.label(state)],
  [{ title: '提交时间', kind: 'datetime', width: 20 }, ({ submittedAt }) => submittedAt],
]

async function* namedRows(
  db: Db,
  columns: readonly AnswerColumn[],
  { found, definition, wish }: Wished,
): AsyncGenerator<readonly CellInput[]> {
  // A draft has no sheets.
  if (!found.layout) return
  const { layout } = found
  const { others, answersIn } = unpackingOf(definition, layout)
  const { questionnaireId } = wish
  const all = await selectSheetIds(db, { ...scopeOf(wish), ...wish.filter })
  let number = 0
  for (let from = 0; from < all.length; from += pageSize) {
    const ids = all.slice(from, from + pageSize)
    for (const row of await selectWholeSheets(db, { questionnaireId, ids, written: others })) {
      const sheet = { bytes: row.packed, width: layout.width, count: 1 }
      if (sizeOf(maskOf(sheet, layout, wish.filter.answered), 1) === 0) continue
      const given = answersIn(row.packed, row.written)
      number++
      yield [...headColumns.map(([, value]) => value(row, number)), ...columns.map(({ value }) => value(given))]
    }
  }
}

function anonymousSheet(db: Db, given: Wished) {
  return { name: '统计', columns: figureColumns, rows: anonymousRows(db, given) }
}

async function* anonymousRows(db: Db, given: Wished): AsyncGenerator<readonly CellInput[]> {
  const { definition, found, wish } = given
  if (!found.layout) return
  if (!found.isSettled) await noteLook(db, found.id)
  const sheets = await readSheets(db, scopeOf(wish), found.layout.width)
  if (sheets.count < fewest) return
  const told = await toldQuestions(db, { found, definition }, { sheets, mask: undefined })
  yield* figureRows(figuresOf(definition, found.layout, { sheets, mask: undefined, isAnonymous: true, told }))
  yield* textRows(db, given, told)
}

const figureColumns: ColumnSpec[] = [
  { title: '题目', width: 40 },
  { title: '行', width: 20 },
  { title: '选项或文字', width: 40 },
  { title: '人数', kind: 'number', width: 10 },
  { title: '占看到此题的比例（%）', kind: 'number', width: 20 },
  { title: '平均', kind: 'number', width: 10 },
  { title: 'NPS', kind: 'number', width: 10 },
]

function* figureRows(figures: readonly FigureInput[]): Generator<readonly CellInput[]> {
  for (const { title, isHidden, answeredCount, measure, nps, cells = [], rows = [], places = [] } of figures) {
    yield [title, '', isHidden ? '不足 5 份，不显示' : '作答人数', answeredCount, null, measure?.mean ?? null, nps?.score ?? null]
    for (const cell of cells) yield [title, '', cell.text, cell.count, cell.percent, null, null]
    for (const place of places) yield [title, '', place.text, place.count ?? null, null, place.meanPlace, null]
    for (const row of rows) {
      yield [title, row.text, '作答人数', row.answeredCount, null, row.measure?.mean ?? null, null]
      for (const cell of row.cells) yield [title, row.text, cell.text, cell.count, cell.percent, null, null]
    }
  }
}

/** Each question's texts in an order of their own. */
async function* textRows(db: Db, { definition, wish }: Wished, told: ReadonlySet<string>): AsyncGenerator<readonly CellInput[]> {
  for (const { id: question, title } of writtenIn(definition)) {
    if (told.has(question)) continue
    const texts = { scope: scopeOf(wish), question }
    if ((await countTexts(db, texts)) < fewest) continue
    for await (const { text } of streamTexts(db, texts)) yield [title, '文字', text, null, null, null, null]
  }
}

const writtenIn = ({ pages }: Definition) => pages.flatMap(({ elements }) => elements).filter(isWritten)
