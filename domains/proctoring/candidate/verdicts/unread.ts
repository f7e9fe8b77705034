import { call } from '@kaopei/web/client'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'

export interface UnreadVerdict {
  readonly attemptId: string
  readonly examName: string
  readonly text: string
}

export async function unreadVerdicts(): Promise<UnreadVerdict[]> {
  const { dataList } = await call(ownVerdicts.list, {}, { silent: true })
  return dataList
    .filter(({ isRead }) => !isRead)
    .map(({ attemptId, examName, state }) => ({
      attemptId,
      examName,
      text: state === 'upheld' || state === 'overturned' ? '您的申诉有了裁决结果，请查看。' : '这场考试有一份裁定通知，请查看。',
    }))
}
