import type { TemplateRow } from '../server/importing/template.ts'

// Rows of the sample workbook, in short notation: the room's own questions for demonstrations and tests.

type Level = '简单' | '中等' | '困难'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

function optionsOf(options: readonly string[]): TemplateRow {
  const row: TemplateRow = {}
  for (const [index, option] of options.entries()) {
    const letter = letters[index]
    if (letter) row[`option${letter}`] = option
  }
  return row
}

export const single = (
  point: string,
  level: Level,
  stem: string,
  options: readonly string[],
  answer: string,
  analysis = '',
): TemplateRow => ({
  type: '单选题',
  stem,
  ...optionsOf(options),
  answer,
  analysis,
  knowledgePoints: point,
  difficulty: level,
  score: 2,
})

export const multiple = (
  point: string,
  level: Level,
  stem: string,
  options: readonly string[],
  answer: string,
  analysis = '',
): TemplateRow => ({
  ...single(point, level, stem, options, answer, analysis),
  type: '多选题',
  score: 3,
  scoringMode: '少选得固定分:1',
})

export const judgement = (point: string, level: Level, stem: string, isRight: boolean, analysis = ''): TemplateRow => ({
  type: '判断题',
  stem,
  answer: isRight ? '正确' : '错误',
  analysis,
  knowledgePoints: point,
  difficulty: level,
  score: 1,
})

export const blank = (point: string, level: Level, stem: string, answer: string, analysis = ''): TemplateRow => ({
  type: '填空题',
  stem,
  answer,
  analysis,
  knowledgePoints: point,
  difficulty: level,
  score: 3,
})

export const dropdown = (point: string, level: Level, stem: string, options: readonly string[], answer: string): TemplateRow => ({
  type: '下拉题',
  stem,
  ...optionsOf(options),
  answer,
  knowledgePoints: point,
  difficulty: level,
  score: 3,
})

export const short = (
  point: string,
  level: Level,
  stem: string,
  points: readonly (readonly [number, string])[],
): TemplateRow => ({
  type: '问答题',
  stem,
  answer: points.map(([share, text]) => `【${share}%】${text}`).join('\n'),
  knowledgePoints: point,
  difficulty: level,
  score: 8,
})
