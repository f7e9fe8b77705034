import { ExamPicker } from '@kaopei/exam/parts'
import { type Picked, RightButton, useAction, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { loop } from '../../contract/loop.ts'

/** Another exam to show the effect: where no parallel paper could be made at first, or it was replaced. */
export function AfterExam({ projectId }: { readonly projectId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const asked = useCall(loop.get, { projectId })
  const changing = useAction(loop.setAfterExam, { successText: '已更换检验考试', refreshes: [loop.effect, loop.get] })
  const found = asked.data?.loop
  if (!found) return null
  const confirm = async ([chosen]: readonly Picked[]) => {
    if (!chosen) return false
    await changing.run({ projectId, version: found.version, examId: chosen.id })
    return true
  }
  return (
    <>
      <RightButton right={loop.setAfterExam} onClick={() => setOpen(true)}>
        {found.afterExam === null ? '指定检验考试' : '更换检验考试'}
      </RightButton>
      <ExamPicker open={isOpen} single title="选择检验考试" onClose={() => setOpen(false)} onConfirm={confirm} />
    </>
  )
}
