import { DirectStaffTab, JobTab, PersonalTab, StaffTab, staffSelectionOf } from '@kaopei/org/parts'
import { UserGroupTab } from '@kaopei/usergroup/parts'
import { FilterDrawer, type Picked, type PickTab, pickTabs } from '@kaopei/web'
import type { ReactNode } from 'react'
import { ExamTab } from '../exam-picker.tsx'

/** What the picker of candidates answers: people one by one, whoever holds a post, the candidates of other exams. */
export interface ChosenCandidates {
  readonly staffIds: string[]
  readonly postIds: string[]
  readonly examIds: string[]
}

interface CandidatePickerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: (chosen: ChosenCandidates) => Promise<boolean>
}

/** 添加考生: one by one from departments, reports or a user group, by post, or from the list of another exam. */
export function CandidatePicker({ open, onClose, onConfirm }: CandidatePickerProps): ReactNode {
  return (
    <FilterDrawer
      open={open}
      title="添加考生"
      width={860}
      tabs={tabs}
      onClose={onClose}
      onConfirm={(items) => onConfirm(chosenOf(items))}
    />
  )
}

const tabs: readonly PickTab[] = [
  { key: '2', title: pickTabs[2].title, content: (pick) => <StaffTab pick={pick} /> },
  { key: '3', title: pickTabs[3].title, content: (pick) => <JobTab pick={pick} /> },
  { key: '4', title: pickTabs[4].title, content: (pick) => <DirectStaffTab pick={pick} /> },
  { key: '6', title: pickTabs[6].title, content: (pick) => <PersonalTab pick={pick} /> },
  { key: '8', title: '用户组成员', content: (pick) => <UserGroupTab pick={pick} variant="people" /> },
  { key: '7', title: '其他考试的考生', content: (pick) => <ExamTab pick={pick} hasSource /> },
]

function chosenOf(items: readonly Picked[]): ChosenCandidates {
  const idsOf = (wanted: string) => items.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return { staffIds: staffSelectionOf(items).staffIds, postIds: idsOf('post'), examIds: idsOf('exam') }
}
