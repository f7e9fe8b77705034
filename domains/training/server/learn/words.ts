import { wallClockMs } from '@kaopei/contract'
import {
  examRule,
  materialContent,
  materialRule,
  projectPracticeRule,
  type TaskKind,
  taskKind,
  taskKindLabels,
} from '../../contract/outline.ts'

/** By the company's clocks, to the minute. */
export const shownAt = (at: Date, zone: string): string =>
  new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')

const kindLabels: ReadonlyMap<string, string> = new Map(taskKind.options.map((kind) => [kind, taskKindLabels[kind]]))
export const kindLabelOf = (kind: string): string => kindLabels.get(kind) ?? '任务'

interface Asked {
  readonly kind: string
  readonly rule: unknown
  readonly content: unknown
}

const plain: Readonly<Partial<Record<TaskKind, string>>> = {
  course: '学完整门课程',
  questionnaire: '提交问卷',
  session: '到场签到',
}

/** What has to be done for a task to count. */
export function needsOf({ kind, rule, content }: Asked): string {
  if (kind === 'exam') {
    const { needs, passScoreHundredths } = examRule.parse(rule)
    if (needs === 'handedIn') return '参加考试并交卷'
    return passScoreHundredths === null ? '通过考试' : `考试不低于 ${passScoreHundredths / 100} 分`
  }
  if (kind === 'practice') {
    const { answeredPercent, accuracyPercent } = projectPracticeRule.parse(rule)
    const answered = answeredPercent === 100 ? '完成一轮练习' : `完成练习的 ${answeredPercent}%`
    return accuracyPercent === null ? answered : `${answered}，正确率不低于 ${accuracyPercent}%`
  }
  if (kind === 'material') return materialNeeds(materialRule.parse(rule).seconds, content)
  return taskKind.options.map((one) => (one === kind ? plain[one] : undefined)).find((words) => words !== undefined) ?? ''
}

function materialNeeds(seconds: number, content: unknown): string {
  const { html, files, links } = materialContent.parse(content ?? {})
  const parts = [
    html === '' ? '' : `阅读 ${seconds} 秒`,
    files.length === 0 ? '' : `打开 ${files.length} 个文件`,
    links.length === 0 ? '' : `打开 ${links.length} 个链接`,
  ]
  return parts.filter((part) => part !== '').join('，')
}
