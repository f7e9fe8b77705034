/** Whether somebody may come in by a link now, in words for whoever stands before the page. */
import { examStatus } from '../../contract/exam-codes.ts'
import { isByLink } from '../../contract/exam-settings.ts'

export interface JoinQuestion {
  /** Computed from the clock (exam-status-at.ts). */
  readonly status: number
  readonly outerParticipationMode: number
  readonly isCompanyClosed: boolean
}

/** Why not; undefined: they may. */
export function joinProblem({ status, outerParticipationMode, isCompanyClosed }: JoinQuestion): string | undefined {
  if (isCompanyClosed) return '该企业的服务已暂停，请联系考试组织者'
  if (status === examStatus.draft) return '考试尚未发布，请稍后再打开此链接'
  if (status === examStatus.cancelled) return '考试已取消'
  if (status === examStatus.ended) return '考试已结束，不能再登记'
  return isByLink(outerParticipationMode) ? undefined : '本场考试已停止通过链接登记，请联系考试组织者'
}
