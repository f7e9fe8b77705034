/** Sheets of a workbook about a practice: what its screens show of questions, options, points, departments and weak points. */

import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { contentsOf, knowledgePointsByIds, plainText, type QuestionCard, questionCards } from '@kaopei/question/server'
import { type Db, databaseNow } from '@kaopei/server'
import type { CellInput, ColumnSpec, SheetSpec } from '@kaopei/sheet'
import { masterySince } from '../learn/mastery.ts'
import { optionCounts } from '../rules/option-counts.ts'
import { weakPointMap } from '../rules/weak-point-map.ts'
import {
  type OfPractice,
  type QuestionFigures,
  selectDepartments,
  selectMastery,
  selectOptions,
  selectPoints,
  selectQuestions,
} from './results.sql.ts'

const pageSize = 500
type Rows = AsyncGenerator<readonly CellInput[]>
const text = (title: string, width: number): ColumnSpec => ({ title, width })
const number = (title: string): ColumnSpec => ({ title, kind: 'number', width: 12 })
const accuracy = number('正确率（%）')

export function figureSheets(db: Db, { practiceId, scope, departmentId }: OfPractice): SheetSpec[] {
  const of = { practiceId, scope, departmentId }
  return [
    {
      name: '试题',
      columns: [
        text('试题', 50),
        text('题型', 10),
        text('题库', 20),
        number('作答次数'),
        number('答对次数'),
        accuracy,
        number('平均用时（秒）'),
      ],
      rows: questionRows(db, of),
    },
    {
      name: '选项分布',
      columns: [
        text('试题', 50),
        text('选项', 8),
        text('内容', 40),
        text('正确答案', 10),
        number('选择次数'),
        number('选择率（%）'),
      ],
      rows: optionRows(db, of),
    },
    {
      name: '知识点',
      columns: [text('知识点', 30), number('题数'), number('人数'), number('作答次数'), accuracy],
      rows: pointRows(db, of),
    },
    {
      name: '部门',
      columns: [text('部门', 30), number('练习人数'), number('作答次数'), accuracy, number('练习时长（分钟）')],
      rows: departmentRows(db, of),
    },
    {
      name: '薄弱知识点',
      columns: [text('知识点', 30), text('部门', 30), number('人数'), number('题数'), number('近 180 天掌握度（%）')],
      rows: weakPointRows(db, of),
    },
  ]
}

interface Portion {
  readonly rows: readonly QuestionFigures[]
  readonly cards: ReadonlyMap<string, QuestionCard>
}

/** The hardest first. */
async function* portionsOf(db: Db, of: OfPractice): AsyncGenerator<Portion> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await selectQuestions(db, of, { sort: 'hardest', limit: pageSize, offset })
    const ids = rows.map(({ questionId }) => questionId)
    yield { rows, cards: new Map((await questionCards(db, ids)).map((card) => [card.id, card])) }
    if (rows.length < pageSize) return
  }
}

async function* questionRows(db: Db, of: OfPractice): Rows {
  for await (const { rows, cards } of portionsOf(db, of))
    for (const { questionId, answerCount, rightCount, accuracyPercent, averageSeconds } of rows) {
      const { stemText = '（已删除）', type, bankName = null } = cards.get(questionId) ?? {}
      const typeName = type === undefined ? null : questionTypeCodes.label(type)
      yield [stemText, typeName, bankName, answerCount, rightCount, accuracyPercent, averageSeconds]
    }
}

async function* optionRows(db: Db, of: OfPractice): Rows {
  for await (const { rows, cards } of portionsOf(db, of)) {
    const ids = rows.map(({ questionId }) => questionId)
    const counts = Map.groupBy(await selectOptions(db, of, ids), ({ questionId }) => questionId)
    const versionOf = (questionId: string) => {
      const card = cards.get(questionId)
      return card?.readyVersionId ?? card?.latestVersionId ?? ''
    }
    const contents = await contentsOf(db, ids.map(versionOf).filter(Boolean))
    for (const questionId of ids) {
      const content = contents.get(versionOf(questionId))
      const { options } = content ? optionCounts(content, counts.get(questionId) ?? [], plainText) : { options: [] }
      for (const { letter, text: words, isCorrect, count, percent } of options)
        yield [cards.get(questionId)?.stemText ?? '', letter, words, isCorrect ? '是' : '', count, percent]
    }
  }
}

async function* pointRows(db: Db, of: OfPractice): Rows {
  const rows = await selectPoints(db, of)
  const names = await pointNames(db, rows)
  for (const { knowledgePointId, questionCount, peopleCount, answerCount, accuracyPercent } of rows)
    yield [names.get(knowledgePointId) ?? '（已删除）', questionCount, peopleCount, answerCount, accuracyPercent]
}

async function* departmentRows(db: Db, of: OfPractice): Rows {
  for (const { name, practisedCount, answerCount, accuracyPercent, seconds } of await selectDepartments(db, of))
    yield [name, practisedCount, answerCount, accuracyPercent, Math.round(seconds / 6) / 10]
}

/** Of the points of the practice's questions: all people of a point, then each department. */
async function* weakPointRows(db: Db, of: OfPractice): Rows {
  const asked = await selectPoints(db, of)
  const pointIds = asked.map(({ knowledgePointId }) => knowledgePointId)
  const { scope, departmentId } = of
  const cells = await selectMastery(db, { scope, departmentId, pointIds, since: masterySince(databaseNow()) })
  const map = weakPointMap(cells, await pointNames(db, asked))
  const departments = new Map(map.departments.map(({ id, name }) => [id, name]))
  const below = Map.groupBy(map.cells, ({ knowledgePointId }) => knowledgePointId)
  for (const { id, name, peopleCount, questionCount, masteryPercent } of map.points) {
    yield [name, '全部', peopleCount, questionCount, masteryPercent]
    for (const cell of below.get(id) ?? [])
      yield [name, departments.get(cell.departmentId) ?? '', cell.peopleCount, cell.questionCount, cell.masteryPercent]
  }
}

async function pointNames(db: Db, rows: readonly { readonly knowledgePointId: string }[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ knowledgePointId }) => knowledgePointId)
  return new Map((await knowledgePointsByIds(db, ids)).map(({ id, name }) => [id, name]))
}
