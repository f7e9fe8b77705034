import { confirmAction, toast, useListRefresh } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { reviewTask } from '../contract/review-task.ts'

interface ZeroButtonProps {
  readonly examId: string
  readonly questionId?: string | undefined
  readonly count: number
  readonly onDone: () => void
}

/** 一键判零: asks with the number, then goes on in steps until none is left. */
export function ZeroButton({ examId, questionId, count, onDone }: ZeroButtonProps): ReactNode {
  const [left, setLeft] = useState<number | null>(null)
  const refresh = useListRefresh()
  if (count === 0 && left === null) return null
  const run = async () => {
    const content = `将把 ${count} 份未作答的答案判为 0 分。判分后可由有权限的人员退回重阅，是否继续？`
    if (!(await confirmAction({ title: '一键判零', content, okText: '判为 0 分' }))) return
    let remaining = count
    let done = 0
    try {
      while (remaining > 0) {
        setLeft(remaining)
        const step = await call(reviewTask.zeroUnanswered, { examId, questionId, expectedCount: remaining })
        if (step.count === 0) break
        done += step.count
        remaining = step.remaining
      }
      toast.success(`已将 ${done} 份未作答的答案判为 0 分`)
    } catch {
      // The call has shown why; what was done before stays done.
    } finally {
      setLeft(null)
      refresh()
      onDone()
    }
  }
  return (
    <Button size="small" loading={left !== null} onClick={() => void run()}>
      {left === null ? `一键判零（${count}）` : `正在判零，剩余 ${left}`}
    </Button>
  )
}
