import { StudentDrawer } from '@kaopei/org/parts'
import { calling, RowActions } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { participationMode, practiceStatus } from '../contract/codes.ts'
import { practice } from '../contract/practice.ts'
import { detailPath, previewPath, stepPath } from './paths.ts'
import { usePracticeStudents } from './people/practice-students.ts'

interface ActedPractice {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly status: number
  readonly participationMode: number
  readonly endedTime: string | null
}

/** What can be done with a practice in its state. */
export function PracticeActions({ practice: row }: { readonly practice: ActedPractice }): ReactNode {
  const navigate = useNavigate()
  const [isManaging, setManaging] = useState(false)
  const studentsOf = usePracticeStudents()
  const { id, version, name, status } = row
  const isChosen = row.participationMode === participationMode.chosen
  const isDraft = status === practiceStatus.draft
  const isOpen = status === practiceStatus.notStarted || status === practiceStatus.inProgress
  return (
    <>
      <RowActions
        moreName={`${name}的更多操作`}
        actions={[
          isDraft
            ? { label: '发布', name: `发布${name}`, run: () => navigate(stepPath(2, id)) }
            : { label: '详情', name: `${name}的详情`, run: () => navigate(detailPath(id)) },
          // Over by its clock it may get a later end.
          row.endedTime === null && {
            label: '编辑',
            name: `编辑${name}`,
            right: practice.save,
            run: () => navigate(stepPath(0, id)),
          },
          { label: '预览', isFolded: true, run: () => window.open(previewPath(id), '_blank', 'noopener') },
          isChosen && status !== practiceStatus.ended && { label: '学员管理', isFolded: true, run: () => setManaging(true) },
          calling(practice.copy, {
            label: '复制',
            isFolded: true,
            input: { id },
            successText: '复制成功',
            onDone: (copy) => void navigate(stepPath(0, copy.id)),
          }),
          isOpen &&
            calling(practice.end, {
              label: '结束练习',
              isFolded: true,
              isDangerous: true,
              input: { id, version },
              confirm: {
                title: '结束练习',
                content: `结束后学员不能再练习“${name}”，已作答的记录和结果保留。结束后不能恢复。`,
                isDangerous: true,
              },
              successText: '练习已结束',
            }),
          isDraft &&
            calling(practice.remove, {
              label: '删除',
              isFolded: true,
              isDangerous: true,
              input: { id },
              confirm: { title: '确认删除？', content: `删除后不可恢复：${name}`, isDangerous: true },
              successText: '删除成功',
            }),
        ]}
      />
      <StudentDrawer open={isManaging} onClose={() => setManaging(false)} stored={studentsOf(id)} />
    </>
  )
}
