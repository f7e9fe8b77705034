import { DepartmentPicker, StudentDrawer } from '@kaopei/org/parts'
import { EmptyState, Loaded, RightButton, useAction, useCall } from '@kaopei/web'
import { Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { practiceStatus } from '../../contract/codes.ts'
import { practicePeople } from '../../contract/practice-people.ts'
import type { PracticeDetail } from '../wizard/frame.tsx'
import { usePracticeStudents } from './practice-students.ts'
import { tellAdded } from './staff-list.tsx'

const shownCount = 20

/** Who was chosen, in short: 学员管理 has all of them, whole departments come at once. */
export function ChosenPeople({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const [opened, setOpened] = useState<'students' | 'departments'>()
  const studentsOf = usePracticeStudents()
  const people = useCall(practicePeople.staffList, { examinationId: detail.id, pageIndex: 1, pageSize: shownCount })
  const add = useAction(practicePeople.updateStaff, { successText: '', onDone: tellAdded })
  const close = () => setOpened(undefined)
  const isOver = detail.status === practiceStatus.ended
  const adding = { disabled: isOver, ...(isOver && { title: '练习已结束，不能添加人员' }) }
  return (
    <div className="kp-card">
      <div className="kp-toolbar">
        <div className="kp-toolbar-buttons">
          <RightButton right={practicePeople.staffList} type="primary" onClick={() => setOpened('students')}>
            学员管理
          </RightButton>
          <RightButton right={practicePeople.updateStaff} {...adding} onClick={() => setOpened('departments')}>
            按部门添加
          </RightButton>
        </div>
        <span className="kp-toolbar-count" aria-live="polite">
          共 {people.data?.totalCount ?? detail.participationStaffCount} 人
        </span>
      </div>
      <Loaded of={people}>
        {({ dataList, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState text="还没有添加人员" />
          ) : (
            <div className="kp-practice-chosen">
              {dataList.map(({ staffId, name }) => (
                <Tag key={staffId}>{name}</Tag>
              ))}
              {totalCount > dataList.length && <span className="kp-hint">等 {totalCount} 人</span>}
            </div>
          )
        }
      </Loaded>
      <StudentDrawer
        open={opened === 'students'}
        onClose={close}
        stored={{ ...studentsOf(detail.id), isFull: isOver ? '练习已结束，不能添加人员' : undefined }}
      />
      <DepartmentPicker
        open={opened === 'departments'}
        title="按部门添加人员"
        onClose={close}
        onConfirm={async (departments) =>
          (await add.run({ examinationId: detail.id, departmentIds: departments.map(({ id }) => id) })).ok
        }
      />
    </div>
  )
}
