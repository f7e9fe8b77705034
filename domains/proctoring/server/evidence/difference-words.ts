/** Differences of a rebuilding as people read them; instants stay numbers, which screens write in the viewer's zone. */
import { submitCauseLabels } from '@kaopei/exam/contract/exam-events'
import { attemptStateLabels } from '@kaopei/sitting/server'
import type { Difference } from './rebuild-attempt.ts'

interface Field {
  readonly label: string
  readonly words?: (value: string) => string
  readonly isTime?: boolean
}

const stateLabels: Readonly<Record<string, string>> = attemptStateLabels
const stateWords = (value: string) => stateLabels[value] ?? value

const fields: Readonly<Record<string, Field>> = {
  state: { label: '答卷状态', words: stateWords },
  stateBeforeVoid: { label: '作废前状态', words: stateWords },
  startedAt: { label: '开始时间', isTime: true },
  due: { label: '截止时间', isTime: true },
  submittedAt: { label: '交卷时间', isTime: true },
  submitCause: { label: '交卷方式', words: (value) => submitCauseLabels[value] ?? value },
  leaseEpoch: { label: '答题设备代次' },
  pauses: { label: '暂停记录', words: pausesWords },
  score: { label: '总分', words: scoreWords },
}

export interface ShownDifference extends Difference {
  readonly label: string
  readonly isTime: boolean
}

export function shownDifference({ field, stored, rebuilt }: Difference): ShownDifference {
  const { label, words = plain, isTime = false } = fieldOf(field)
  const said = (value: string) => (value === 'null' || value === 'undefined' ? '无' : words(value))
  return { field, label, isTime, stored: said(stored), rebuilt: said(rebuilt) }
}

function fieldOf(field: string): Field {
  const [of = '', slot = '', part] = field.split('.')
  const known = fields[field]
  if (known) return known
  if (of === 'score') return { label: `第 ${slot} 题位得分`, words: scoreWords }
  if (of === 'answer' && part === 'rev') return { label: `第 ${slot} 题位答案版本` }
  return { label: `第 ${slot} 题位答案指纹`, words: (value) => `${value.slice(0, 12)}…` }
}

const plain = (value: string) => value

function scoreWords(hundredths: string): string {
  return `${Number(hundredths) / 100} 分`
}

function pausesWords(text: string): string {
  const pauses: unknown = JSON.parse(text)
  return Array.isArray(pauses) ? `${pauses.length} 段` : text
}
