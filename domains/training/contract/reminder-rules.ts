/** By what people of a project are written to, and how it reads. The ladder is the courses'. */
import { keyOfRule, type ReminderRule, wordsOfReminder } from '@kaopei/course/contract/reminder-rules'

/** Moments at which a project writes by itself, where it is asked to. */
export const projectMoments = ['join', 'begin', 'end'] as const
export type ProjectMoment = (typeof projectMoments)[number]

const words: Readonly<Record<ProjectMoment | 'hand', string>> = {
  hand: '手动通知',
  join: '加入项目',
  begin: '项目开始',
  end: '项目结束',
}

export function wordsOfNotice(rule: string): string {
  const known = [...projectMoments, 'hand' as const].find((one) => one === rule)
  return known ? words[known] : wordsOfReminder(rule)
}

/** What makes a reminder once: about a task the rule with the task, else the rule. */
export const onceKeyOf = (rule: ReminderRule, taskId: string | null): string =>
  taskId === null || rule.kind === 'unbegun' ? keyOfRule(rule) : `${keyOfRule(rule)}:${taskId}`
