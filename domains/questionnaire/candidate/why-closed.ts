import { dateTime } from '@kaopei/web/candidate'
import { questionnaireStatus } from '../contract/codes.ts'
import type { OpenedQuestionnaire } from '../contract/learn.ts'

export function whyClosed({ status, admissionStartTime }: Pick<OpenedQuestionnaire, 'status' | 'admissionStartTime'>): string {
  if (status === questionnaireStatus.notStarted && admissionStartTime)
    return `问卷还没有开始，请在 ${dateTime(admissionStartTime)} 后填写。`
  if (status === questionnaireStatus.ended || status === questionnaireStatus.closed) return '问卷已经结束，不再接收答卷。'
  return '现在不能填写这份问卷，请联系发放问卷的人。'
}
