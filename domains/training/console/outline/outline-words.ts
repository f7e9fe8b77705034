import { wordsOfRule } from '@kaopei/course/parts'
import { formatInstant } from '@kaopei/web'
import { courseRule, projectPracticeRule, questionnaireRule, sessionRule } from '../../contract/outline.ts'
import type { ProjectTask } from '../../contract/stage-task.ts'
import type { EditedStage } from './use-outline.ts'

export const orderOptions = [
  { value: 'free', label: '自由学习', hint: '任务可按任意顺序完成' },
  { value: 'tasks', label: '按任务顺序', hint: '前面的必修任务完成后，才开放后面的任务（跨阶段）' },
  { value: 'groups', label: '按阶段顺序', hint: '前面各阶段的必修任务完成后，才开放下一阶段' },
] as const

type Window = Pick<EditedStage, 'opensTime' | 'opensAfterDays' | 'endsTime' | 'endsAfterDays'>

/** When a stage is open, in words; empty: always. */
export function wordsOfWindow({ opensTime, opensAfterDays, endsTime, endsAfterDays }: Window): string {
  const opens = laterOf(opensTime, opensAfterDays)
  const ends = laterOf(endsTime, endsAfterDays)
  return [opens && `${opens}开放`, ends && `${ends}截止`].filter(Boolean).join('，')
}

function laterOf(time: string | null, days: number | null): string {
  const own = days === null ? '' : days === 0 ? '加入当天' : `加入 ${days} 天后`
  if (time === null) return own
  return own === '' ? `${formatInstant(time)} ` : `${formatInstant(time)} 与${own}的较晚者`
}

/** By when a task should be done; empty: by the end of its stage. */
export function wordsOfDue({ dueTime, dueAfterDays }: Pick<ProjectTask, 'dueTime' | 'dueAfterDays'>): string {
  const own = dueAfterDays === null ? '' : `加入 ${dueAfterDays} 天内`
  if (dueTime === null) return own
  return own === '' ? `${formatInstant(dueTime)} 前` : `${formatInstant(dueTime)} 前或${own}（取较晚者）`
}

const orEmpty = (rule: unknown) => (typeof rule === 'object' && rule !== null ? rule : {})

/** What completes a task, in words. */
export function wordsOfTask({ kind, rule, session, content }: ProjectTask): readonly string[] {
  if (kind === 'session') {
    const { lateCounts } = sessionRule.catch({ lateCounts: true }).parse(orEmpty(rule))
    return [
      ...(session ? [`${formatInstant(session.beginTime)} · ${session.place}`] : []),
      lateCounts ? '签到即完成，迟到也算' : '按时签到才完成',
    ]
  }
  if (kind === 'material') return [materialWords(content, rule)]
  return [completesWords(kind, rule), countsEarlier(kind, rule) ? '加入前完成的也算' : '加入后完成才算'].filter(Boolean)
}

function completesWords(kind: string, rule: unknown): string {
  if (kind === 'course') return '完成课程'
  if (kind === 'questionnaire') return '提交答卷'
  return wordsOfRule(kind, rule)
}

function countsEarlier(kind: string, rule: unknown): boolean {
  const known = kind === 'course' ? courseRule : kind === 'practice' ? projectPracticeRule : questionnaireRule
  return known.safeParse(orEmpty(rule)).data?.countsEarlier ?? kind === 'course'
}

function materialWords(content: ProjectTask['content'], rule: unknown): string {
  const parts = [
    ...(content?.html ? [wordsOfRule('article', rule)] : []),
    ...(content?.files.length ? [`打开 ${content.files.length} 个文件`] : []),
    ...(content?.links.length ? [`打开 ${content.links.length} 个链接`] : []),
  ]
  return parts.join('，')
}
