import { StudentDrawer } from '@kaopei/org/parts'
import { calling, RowActions } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { CancelDialog } from './cancel.dialog.tsx'
import { detailPath, previewPath, stepPath } from './paths.ts'
import { useExamStudents } from './people/exam-students.ts'

interface ActedExam {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly status: number
}

/** What can be done with an exam in its state: two buttons and the rest behind 更多. */
export function ExamActions({ exam: row }: { readonly exam: ActedExam }): ReactNode {
  const navigate = useNavigate()
  const [isCancelling, setCancelling] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const studentsOf = useExamStudents()
  const { id, name, status } = row
  const isDraft = status === examStatus.draft
  const isCancelled = status === examStatus.cancelled
  const isOver = isCancelled || status === examStatus.ended
  const mayCancel = !isDraft && !isOver
  return (
    <>
      <RowActions
        actions={[
          isDraft
            ? { label: '发布', run: () => navigate(stepPath(3, id)) }
            : { label: '详情', run: () => navigate(detailPath(id)) },
          !isCancelled && { label: '编辑', right: exam.save, run: () => navigate(stepPath(0, id)) },
          { label: '预览试卷', isFolded: true, run: () => window.open(previewPath(id), '_blank', 'noopener') },
          !isOver && { label: '学员管理', isFolded: true, run: () => setManaging(true) },
          calling(exam.copy, {
            label: '复制',
            isFolded: true,
            input: { id },
            successText: '复制成功',
            onDone: (copy) => void navigate(stepPath(0, copy.id)),
          }),
          isDraft &&
            calling(exam.remove, {
              label: '删除',
              isFolded: true,
              isDangerous: true,
              input: { id },
              confirm: { title: '确认删除？', content: `删除后不可恢复：${name}`, isDangerous: true },
              successText: '删除成功',
            }),
          mayCancel && {
            label: '取消考试',
            isFolded: true,
            isDangerous: true,
            right: exam.cancel,
            run: () => setCancelling(true),
          },
        ]}
      />
      <StudentDrawer open={isManaging} onClose={() => setManaging(false)} stored={studentsOf(id)} />
      {isCancelling && <CancelDialog exam={row} onClose={() => setCancelling(false)} />}
    </>
  )
}
