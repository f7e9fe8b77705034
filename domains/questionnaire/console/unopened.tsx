import { ActionButton } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { questionnaireStatus } from '../contract/codes.ts'
import { type QuestionnaireDetail, questionnaire } from '../contract/questionnaire.ts'

/** Of an anonymous one: sheets that wait for another secret of the server, and what can be done. */
export function Unopened({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, status, unopenedCount, leavesSealed } = detail
  if (unopenedCount === 0) return null
  if (leavesSealed)
    return <Alert type="info" showIcon className="kp-qn-notice" title={`${unopenedCount} 份打不开的匿名答卷未计入统计。`} />
  const isOver = status === questionnaireStatus.closed || status === questionnaireStatus.ended
  return (
    <Alert
      type="error"
      showIcon
      className="kp-qn-notice"
      title={`${unopenedCount} 份匿名答卷暂时打不开`}
      description={
        <>
          提交之后服务器的密钥（KAOPEI_SECRET）更换过。答卷原样保留，没有丢失：请联系运维人员恢复原来的密钥，恢复后会自动计入统计。
          {isOver && '在此之前，其余等待的答卷、筛选和交叉分析也在等待。'}
        </>
      }
      action={
        isOver && (
          <ActionButton
            size="small"
            danger
            endpoint={questionnaire.leaveSealed}
            input={{ id }}
            confirm={{
              title: '不再等待打不开的答卷？',
              content: `其余答卷写入统计并开放筛选；打不开的 ${unopenedCount} 份保持封存，以后恢复密钥也不再计入。`,
              isDangerous: true,
            }}
            successText="已不再等待，其余答卷稍后写入统计"
          >
            不再等待
          </ActionButton>
        )
      }
    />
  )
}
