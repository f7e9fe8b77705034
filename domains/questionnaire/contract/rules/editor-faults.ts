/** What is wrong with a questionnaire before anybody answers it: what can never be seen, conditions that ask of what is not there or comes later. */
import { z } from 'zod'
import { partId } from '../condition.ts'
import type { Definition } from '../definition.ts'

export const faultCodes = {
  empty: '问卷没有题目',
  repeatedId: '编号重复',
  laterAnswer: '条件用到后面的题目',
  ownAnswer: '条件用到题目自己',
  deletedQuestion: '条件用到已删除的题目',
  deletedOption: '条件用到已删除的选项',
  wrongKind: '条件与题型不符',
  unreachable: '永远不会显示',
  hiddenRequired: '必答题永远不会显示',
  jumpBack: '跳转回到前面',
  deletedPage: '跳转到已删除的页',
  pipedLater: '引用了后面或已删除的题目',
  ranges: '范围自相矛盾',
  notAnonymous: '匿名问卷不能这样用',
  notByLink: '链接问卷不能这样用',
} as const
export type FaultCode = keyof typeof faultCodes

export const editorFault = z.object({
  code: z.enum(Object.keys(faultCodes) as [FaultCode, ...FaultCode[]]), // the keys of the table above
  /** What is wrong and what to do. */
  message: z.string(),
  pageId: partId.optional(),
  elementId: partId.optional(),
  quotaId: partId.optional(),
})
export type EditorFault = z.output<typeof editorFault>

export interface FaultWish {
  readonly isAnonymous?: boolean
  readonly isByLink?: boolean
}

export function editorFaults(_definition: Definition, _wish: FaultWish = {}): EditorFault[] {
  return []
}
