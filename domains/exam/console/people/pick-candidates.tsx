import { FilterDrawer, listOf, type PickApi, type Picked, PickListTab, type RowOf } from '@kaopei/web'
import { type ReactNode, useMemo } from 'react'
import { examPeople } from '../../contract/exam-people.ts'

type CandidateRow = RowOf<typeof examPeople.list>

const candidates = listOf(examPeople.list)

interface Props {
  readonly examId: string
  /** One alone. */
  readonly isSingle?: boolean
  readonly onClose: () => void
  readonly onPicked: (people: readonly Picked[]) => void
}

/** Candidates of one exam, to choose from. */
export function PickCandidates({ examId, isSingle = false, onClose, onPicked }: Props): ReactNode {
  const tabs = useMemo(
    () => [{ key: 'person', title: '考生', content: (pick: PickApi) => <Tab pick={pick} examId={examId} /> }],
    [examId],
  )
  return (
    <FilterDrawer
      open
      title="选择考生"
      tabs={tabs}
      {...(isSingle && { single: true })}
      onClose={onClose}
      onConfirm={(items) => items.length > 0 && onPicked(items)}
    />
  )
}

function Tab({ pick, examId }: { readonly pick: PickApi; readonly examId: string }): ReactNode {
  const ofExam = useMemo(() => ({ examinationId: examId }), [examId])
  return (
    <PickListTab
      pick={pick}
      source={candidates}
      filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }]}
      columns={[
        { title: '姓名', dataIndex: 'name', width: 120 },
        { title: '部门', dataIndex: 'department', ellipsis: true },
      ]}
      itemOf={(row: CandidateRow) => ({ kind: 'staff', id: row.staffId, name: row.name, detail: row.department })}
      extraInput={ofExam}
      emptyText="没有符合条件的考生"
    />
  )
}
