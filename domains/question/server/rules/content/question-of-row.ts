/** One row of a table as a question, or everything that is wrong with it. */

import {
  balancedFractions,
  defaultScoringRule,
  judgementOptions,
  type QuestionContent,
  type QuestionType,
  questionTypeLabels,
  type ScoringRule,
  scoringModeLabels,
} from '../../../contract/content.ts'
import { keptInPlace } from '../../../contract/option-references.ts'
import { type ImportDefaults, type ImportField, importFieldLabels } from '../../../contract/question-import.ts'
import { programmingReason } from '../../../contract/question-type.ts'
import { hasPlaces, placeBlanks } from '../scoring/place-blanks.ts'
import {
  looksLikeJudgement,
  readBlanks,
  readChoices,
  readGaps,
  readJudgement,
  readKeyPoints,
  shortened,
} from '../scoring/read-answer.ts'
import { checkQuestion } from './check-question.ts'
import { htmlOfText } from './clean-html.ts'

export type ImportCell = { readonly text: string; readonly kind: string }
export type ImportCells = Partial<Record<ImportField, ImportCell>>

export type ImportedQuestion = {
  content: QuestionContent
  rule: ScoringRule
  idNumber: string | null
  title: string
  course: string
  tags: string[]
  knowledgePoints: string[]
  difficulty: 1 | 2 | 3
  defaultScoreHundredths: number
}

export type RowOutcome = { question: ImportedQuestion } | { faults: string[] }

/** Collects the faults of a row, so that all of them are told at once. */
class Row {
  readonly faults: string[] = []
  readonly #cells: ImportCells

  constructor(cells: ImportCells) {
    this.#cells = cells
    for (const [field, cell] of Object.entries(cells)) {
      const label = labelOf(field)
      if (cell.kind === 'formula') this.faults.push(`${label}：单元格含有公式，请改为文字`)
      if (cell.kind === 'error') this.faults.push(`${label}：单元格的值有错误（${cell.text}）`)
    }
  }

  /** Without invisible control characters; line breaks stay. */
  text(field: ImportField): string {
    const cell = this.#cells[field]
    if (cell === undefined) return ''
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    return cell.text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim()
  }

  limited(field: ImportField, most: number): string {
    const text = this.text(field)
    if ([...text].length > most) this.fault(`${importFieldLabels[field]}不超过 ${most} 个字符`)
    return text
  }

  list(field: ImportField, most: number): string[] {
    const items = this.text(field)
      .split(/[;；,，、|\n]/)
      .map((item) => item.trim())
      .filter((item) => item !== '')
    const distinct = [...new Set(items)]
    const long = distinct.find((item) => [...item].length > most)
    if (long !== undefined) this.fault(`${importFieldLabels[field]}“${shortened(long)}”超过 ${most} 个字符`)
    if (distinct.length > 20) this.fault(`${importFieldLabels[field]}最多 20 个`)
    return distinct
  }

  fault(message: string): void {
    if (!this.faults.includes(message)) this.faults.push(message)
  }
}

export function questionOfRow(cells: ImportCells, defaults: Pick<ImportDefaults, 'type' | 'difficulty' | 'score'>): RowOutcome {
  const row = new Row(cells)
  const facts = {
    idNumber: row.limited('idNumber', 60) || null,
    title: row.limited('title', 200),
    course: row.limited('course', 100),
    tags: row.list('tags', 20),
    knowledgePoints: row.list('knowledgePoints', 20),
    difficulty: readDifficulty(row) ?? defaults.difficulty,
    defaultScoreHundredths: readScore(row) ?? defaults.score,
  }
  if (row.text('parentIdNumber') !== '') row.fault('父题标识：暂不支持材料题的子题，请清空父题标识，并把材料写进题干')
  const options = readOptions(row)
  const type = readType(row, options, defaults.type)
  if (type === undefined) return { faults: row.faults }
  const content = readContent(row, type, options)
  const rule = readRule(row, type, content)
  const isAnswerTold = row.faults.some((fault) => fault.includes('正确答案'))
  for (const { path, message } of content === undefined ? [] : checkQuestion(content, rule)) {
    if (path !== 'correct' || !isAnswerTold) row.fault(withColumn(path, message))
  }
  if (content === undefined || rule === undefined || row.faults.length > 0) return { faults: row.faults }
  return { question: { ...facts, content, rule } }
}

const optionFields = ['optionA', 'optionB', 'optionC', 'optionD', 'optionE', 'optionF', 'optionG', 'optionH'] as const

function readOptions(row: Row): string[] {
  const texts = optionFields.map((field) => row.text(field))
  while (texts.at(-1) === '') texts.pop()
  texts.forEach((text, index) => {
    const letter = String.fromCharCode(65 + index)
    if (text === '') row.fault(`选项${letter}为空，但后面还有选项`)
  })
  // Some write the letter into the option as well: "A. 报警".
  const isLettered = texts.length > 1 && texts.every((text, index) => letterPrefix(index).test(text))
  return isLettered ? texts.map((text, index) => text.replace(letterPrefix(index), '')) : texts
}

function letterPrefix(index: number): RegExp {
  return new RegExp(`^[${String.fromCharCode(65 + index)}${String.fromCharCode(0xff21 + index)}]\\s*[.．、:：)）]\\s*`, 'i')
}

const typeWords: ReadonlyMap<string, QuestionType> = new Map([
  ...['单选题', '单选', '单项选择题', '单项选择', 'single', 'singlechoice', '1'].map((word) => [word, 1] as const),
  ...['多选题', '多选', '多项选择题', '多项选择', '不定项选择题', 'multiple', 'multiplechoice', '2'].map(
    (word) => [word, 2] as const,
  ),
  ...['判断题', '判断', '是非题', '对错题', 'judgement', 'truefalse', '3'].map((word) => [word, 3] as const),
  ...['填空题', '填空', 'blank', 'fillblank', '4'].map((word) => [word, 4] as const),
  ...['编程题', '编程', 'programming', '5'].map((word) => [word, 5] as const),
  ...['问答题', '问答', '简答题', '简答', '论述题', '主观题', 'short', 'shortanswer', 'essay', '6'].map(
    (word) => [word, 6] as const,
  ),
  ...['下拉题', '下拉', '选择填空题', '选择填空', 'dropdown', '7'].map((word) => [word, 7] as const),
])

/** One text with several questions on it. */
const familyWords: ReadonlySet<string> = new Set([
  '材料题',
  '材料',
  '阅读理解',
  '阅读理解题',
  '综合题',
  '案例题',
  'material',
  'family',
])

function readType(row: Row, options: readonly string[], wanted: QuestionType | null): QuestionType | undefined {
  const text = row.text('type')
  if (text === '') return wanted ?? guessType(row, options)
  const word = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
  if (familyWords.has(word)) {
    row.fault('题型：暂不支持材料题，请把材料写进每道小题的题干，分别导入')
    return undefined
  }
  const type = typeWords.get(word)
  if (type === undefined) {
    const known = Object.values(questionTypeLabels).filter((label) => label !== questionTypeLabels[5])
    row.fault(`题型“${shortened(text)}”无法识别，可用的题型：${known.join('、')}`)
  }
  if (type === 5) row.fault(`${programmingReason}，不能导入`)
  return type === 5 ? undefined : type
}

function guessType(row: Row, options: readonly string[]): QuestionType {
  const answer = row.text('answer')
  if (options.length > 0) {
    const choices = readChoices(answer, options)
    return typeof choices !== 'string' && choices.length > 1 ? 2 : 1
  }
  if (looksLikeJudgement(answer)) return 3
  return hasPlaces(row.text('stem')) ? 4 : 6
}

function readContent(row: Row, type: QuestionType, options: readonly string[]): QuestionContent | undefined {
  const stem = row.text('stem') || row.text('title')
  const answer = row.text('answer')
  const analysis = htmlOfText(row.text('analysis'))
  const isFixed = readShuffle(row) === false
  const told = <T>(result: T | string): T | undefined => {
    if (typeof result !== 'string') return result
    row.fault(result)
    return undefined
  }
  switch (type) {
    case 1:
    case 2: {
      const places = told(readChoices(answer, options)) ?? []
      if (type === 1 && places.length > 1) row.fault(`单选题只能有一个正确答案，现在是 ${places.map(letterOf).join('')}`)
      const shared = { stem: htmlOfText(stem), options: optionsOf(options, isFixed, htmlOfText(stem)), analysis }
      const ids = places.map((place) => optionId(place))
      return type === 1 ? { type, ...shared, correct: ids[0] ?? null } : { type, ...shared, correct: ids }
    }
    case 3: {
      const correct = readJudgement(answer)
      if (answer === '') row.fault('正确答案不能为空')
      else if (correct === undefined) row.fault(`正确答案“${shortened(answer)}”无法识别，判断题请填写 正确 或 错误`)
      return { type, stem: htmlOfText(stem), options: judgementOptions(), correct: correct ?? null, analysis }
    }
    case 4: {
      const read = told(readBlanks(answer))
      const placed = read && told(placeBlanks(stem, read.blanks.length, 'b'))
      if (!read || !placed) return undefined
      const unorderedGroups = read.unordered && read.blanks.length > 1 ? [read.blanks.map(({ id }) => id)] : []
      return { type, stem: htmlOfText(placed.stem), blanks: read.blanks, unorderedGroups, analysis }
    }
    case 6: {
      const { keyPoints, reference } = readKeyPoints(answer)
      const points = keyPoints.map((point, index) => ({ id: `k${index + 1}`, ...point }))
      return { type, stem: htmlOfText(stem), keyPoints: points, referenceAnswer: htmlOfText(reference), analysis }
    }
    case 7: {
      const places = told(readGaps(answer, options.length))
      const placed = places && told(placeBlanks(stem, places.length, 'g'))
      if (!places || !placed) return undefined
      const gaps = places.map((_, index) => ({ id: `g${index + 1}` }))
      const correct = Object.fromEntries(places.map((place, index) => [`g${index + 1}`, optionId(place)]))
      const choices = optionsOf(options, false, '').map(({ id, html }) => ({ id, html }))
      return { type, stem: htmlOfText(placed.stem), gaps, options: choices, correct, singleUse: false, analysis }
    }
    case 5:
      return undefined
  }
}

const optionId = (place: number) => `o${place + 1}`
const letterOf = (place: number) => String.fromCharCode(65 + place)

function optionsOf(texts: readonly string[], areFixed: boolean, stem: string) {
  const options = texts.map((text, index) => ({ id: optionId(index), html: htmlOfText(text), fixed: areFixed }))
  const kept = new Set(keptInPlace({ stem, options }))
  return options.map((option) => ({ ...option, fixed: areFixed || kept.has(option.id) }))
}

function readRule(row: Row, type: QuestionType, content: QuestionContent | undefined): ScoringRule | undefined {
  const text = row.text('scoringMode')
  if (text === '') return defaultScoringRule(type)
  const [, name = '', points] = /^([^\d:：]+)(?:[:：]\s*([\d.]+)\s*分?)?$/.exec(text) ?? []
  const hundredths = points === undefined ? null : Math.round(Number(points) * 100)
  const modes = Object.entries(scoringModeLabels)
    .filter(([, label]) => label === name.trim())
    .map(([mode]) => mode)
  const rule = modes.map((mode) => ruleOf(type, mode, hundredths, content)).find((one) => one !== undefined)
  if (rule === undefined) row.fault(`评分方式“${shortened(text)}”不适用于${questionTypeLabels[type]}`)
  return rule
}

function ruleOf(
  type: QuestionType,
  mode: string,
  hundredths: number | null,
  content: QuestionContent | undefined,
): ScoringRule | undefined {
  const plain = defaultScoringRule(type)
  if (plain.mode === mode) return plain
  if (type === 4 && mode === 'allOrNothing') return { ...defaultScoringRule(4), mode }
  if (type === 7 && mode === 'allOrNothing') return { ...defaultScoringRule(7), mode }
  if (type !== 2) return undefined
  const base = { type, negative: null } as const
  if (mode === 'perOption') return { ...base, mode, eachHundredths: hundredths, byOption: {} }
  if (mode === 'fixedPartial') return { ...base, mode, partialHundredths: hundredths }
  if (mode === 'weighted') return content?.type === 2 ? { ...base, mode, fractions: balancedFractions(content) } : undefined
  if (mode === 'proportional' || mode === 'net' || mode === 'coverage' || mode === 'eachAnswer') return { ...base, mode }
  return undefined
}

const difficultyWords: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ...['简单', '易', '容易', '低', 'easy', '1'].map((word) => [word, 1] as const),
  ...['中等', '中', '一般', '普通', '适中', 'medium', 'normal', '2'].map((word) => [word, 2] as const),
  ...['困难', '难', '较难', '高', 'hard', 'difficult', '3'].map((word) => [word, 3] as const),
])

function readDifficulty(row: Row): 1 | 2 | 3 | undefined {
  const text = row.text('difficulty')
  const found = difficultyWords.get(text.normalize('NFKC').toLowerCase())
  if (text !== '' && found === undefined) row.fault(`难度“${shortened(text)}”无法识别，请填写 简单、中等 或 困难`)
  return found
}

function readScore(row: Row): number | undefined {
  const text = row
    .text('score')
    .replace(/[０-９．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/分$/, '')
    .trim()
  if (text === '') return undefined
  const score = /^\d{1,5}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(score) || score > 1000) row.fault(`分值“${shortened(text)}”应为 0 到 1000 的数字`)
  else if (Math.abs(score * 100 - Math.round(score * 100)) > 1e-6) row.fault('分值最多两位小数')
  return Math.round(score * 100)
}

function readShuffle(row: Row): boolean | undefined {
  const text = row.text('shuffleOptions')
  if (text === '') return undefined
  const given = text === '允许' ? 'true' : text === '不允许' ? 'false' : readJudgement(text)
  if (given === undefined) row.fault(`允许选项随机“${shortened(text)}”无法识别，请填写 是 或 否`)
  return given === undefined ? undefined : given === 'true'
}

function labelOf(field: string): string {
  return Object.entries(importFieldLabels).find(([name]) => name === field)?.[1] ?? field
}

/** The fault of a question's field in the words of its column. */
function withColumn(path: string, message: string): string {
  if (path === 'correct' && message === '请设置正确答案') return '正确答案不能为空'
  if (/^(blanks|gaps|correct|keyPoints|unorderedGroups)/.test(path)) return `正确答案：${message}`
  return path.startsWith('rule') ? `评分方式：${message}` : message
}
