import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { CandidateList } from './candidate-list.tsx'

export interface ManagePeopleProps {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
}

/** 管理考生: the people of a published exam, without the wizard around them. */
export function ManagePeopleDrawer({ examId, open, onClose }: ManagePeopleProps): ReactNode {
  return (
    <Drawer open={open} title="管理考生" size="min(1080px, 100vw)" onClose={onClose} destroyOnHidden>
      <CandidateList examId={examId} />
    </Drawer>
  )
}
