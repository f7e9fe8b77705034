import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { practiceStatus } from '../../contract/codes.ts'
import { detailPath, stepPath } from '../paths.ts'
import { ChosenPeople } from '../people/chosen-people.tsx'
import { PracticePeople } from '../people/practice-people.tsx'
import { type PracticeDetail, PracticeWizard, WithSavedPractice } from './frame.tsx'

/** 添加人员: who may practise. */
export default function AddPeople(): ReactNode {
  return (
    <WithSavedPractice>
      {(detail) => (
        <PracticeWizard step={3} detail={detail} extra={<DoneButton detail={detail} />}>
          <PracticePeople detail={detail} chosen={<ChosenPeople detail={detail} />} />
        </PracticeWizard>
      )}
    </WithSavedPractice>
  )
}

function DoneButton({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const navigate = useNavigate()
  const isDraft = detail.status === practiceStatus.draft
  return (
    <Button type="primary" onClick={() => void navigate(isDraft ? stepPath(2, detail.id) : detailPath(detail.id))}>
      {isDraft ? '去发布' : '完 成'}
    </Button>
  )
}
