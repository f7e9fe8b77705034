import { AssociatedGroupsDrawer } from '@kaopei/usergroup/parts'
import { listOf, toast, useAction, useMay } from '@kaopei/web'
import type { ReactNode } from 'react'
import { examGroups } from '../../contract/exam-groups.ts'
import { addedText } from './added-text.ts'

const source = listOf(examGroups.list)

export interface CandidateGroupsProps {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
}

/** The user groups of an exam, as they were or followed. */
export default function CandidateGroups({ examId, open, onClose }: CandidateGroupsProps): ReactNode {
  const mayAdd = useMay(examGroups.add)
  const add = useAction(examGroups.add, {
    successText: '',
    // The drawer says that it is done; here is what else came of it.
    onDone: ({ removedCount, ...added }) => {
      const isRemarkable = removedCount + added.repeatedCount + added.skippedCount > 0
      if (isRemarkable) toast.info(removedCount > 0 ? `${addedText(added)}，移出 ${removedCount} 人` : addedText(added))
    },
  })
  const remove = useAction(examGroups.remove, {
    successText: '',
    onDone: ({ removedCount }) =>
      toast.success(removedCount > 0 ? `移除成功，${removedCount} 名未开考的考生已移出名单` : '移除成功'),
  })
  return (
    <AssociatedGroupsDrawer
      open={open}
      onClose={onClose}
      source={source}
      listInput={{ examinationId: examId }}
      hasMode
      canChange={mayAdd}
      onAdd={async (groupIds, mode) => (await add.run({ examinationId: examId, groupIds: [...groupIds], mode })).ok}
      onRemove={async ({ id }) => (await remove.run({ examinationId: examId, groupIds: [id] })).ok}
    />
  )
}
