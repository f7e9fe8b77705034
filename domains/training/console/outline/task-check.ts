import { toast } from '@kaopei/web'
import { projectTaskInput } from '../../contract/stage-task.ts'
import type { TaskDraft } from './use-outline.ts'

/** Whether a task can be sent; says what is missing. */
export function isFilled(draft: TaskDraft): boolean {
  const fault = faultOf(draft)
  if (fault !== undefined) toast.error(fault)
  return fault === undefined
}

export function faultOf(draft: TaskDraft): string | undefined {
  if ((draft.title ?? '').trim() === '') return '请输入任务名称'
  if (draft.kind === 'material' && isBlank(draft.content)) return '请填写正文，或添加文件、链接'
  const parsed = projectTaskInput.safeParse(draft)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? '填写有误，请检查后重试'
  const { session } = parsed.data
  if (draft.kind === 'session' && session === undefined) return '请填写地点和时间'
  return session && session.endTime <= session.beginTime ? '结束时间必须晚于开始时间' : undefined
}

function isBlank(content: TaskDraft['content']): boolean {
  const hasText = /<img|[^\s]/.test((content?.html ?? '').replace(/<(?!img)[^>]*>|&nbsp;/g, ''))
  return !hasText && !content?.files?.length && !content?.links?.length
}
