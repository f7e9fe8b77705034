import { StudentDrawer } from '@kaopei/org/parts'
import { EmptyState, Loaded, RightButton, useCall, whenOpened } from '@kaopei/web'
import { Alert, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { projectGroups } from '../../contract/groups.ts'
import { projectStaff } from '../../contract/staff.ts'
import type { AudienceProps } from './audience.drawer.tsx'
import { useProjectStudents } from './project-students.ts'
import { whyClosed } from './why-closed.ts'

/** Its code comes with the first opening. */
export const AudienceDrawer = whenOpened<AudienceProps>(() => import('./audience.drawer.tsx'))

const shownCount = 20

interface Props {
  readonly projectId: string
  readonly status: number
}

/** Who takes part, in short: 学员管理 has all of them, whole departments and groups come at once. */
export function ChosenPeople({ projectId, status }: Props): ReactNode {
  const [opened, setOpened] = useState<'students' | 'audience'>()
  const studentsOf = useProjectStudents()
  const people = useCall(projectStaff.list, { projectId, pageIndex: 1, pageSize: shownCount })
  const groups = useCall(projectGroups.list, { projectId, pageIndex: 1, pageSize: shownCount })
  const close = () => setOpened(undefined)
  const closed = whyClosed(status)
  return (
    <section className="kp-card" aria-labelledby="kp-training-people">
      <h2 id="kp-training-people" className="kp-training-section">
        学员
      </h2>
      {closed !== undefined && <Alert type="info" showIcon title={`${closed}。`} className="kp-training-alert" />}
      <div className="kp-toolbar">
        <div className="kp-toolbar-buttons">
          <RightButton right={projectStaff.list} type="primary" onClick={() => setOpened('students')}>
            学员管理
          </RightButton>
          <RightButton right={projectGroups.list} onClick={() => setOpened('audience')}>
            部门和用户组
          </RightButton>
        </div>
        <span className="kp-toolbar-count" aria-live="polite">
          {people.data ? `共 ${people.data.totalCount} 人` : ''}
        </span>
      </div>
      {groups.data && groups.data.totalCount > 0 && (
        <p className="kp-training-chosen">
          {groups.data.dataList.map(({ id, name, kind }) => (
            <Tag key={`${kind} ${id}`} color="blue">
              {name}
            </Tag>
          ))}
          {groups.data.totalCount > groups.data.dataList.length && (
            <span className="kp-hint">等 {groups.data.totalCount} 个部门和用户组</span>
          )}
        </p>
      )}
      <Loaded of={people}>
        {({ dataList, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState text="还没有学员：可以逐个添加，也可以关联部门和用户组" />
          ) : (
            <div className="kp-training-chosen">
              {dataList.map(({ staffId, name }) => (
                <Tag key={staffId}>{name}</Tag>
              ))}
              {totalCount > dataList.length && <span className="kp-hint">等 {totalCount} 人</span>}
            </div>
          )
        }
      </Loaded>
      <StudentDrawer open={opened === 'students'} onClose={close} stored={{ ...studentsOf(projectId), isFull: closed }} />
      <AudienceDrawer open={opened === 'audience'} onClose={close} projectId={projectId} closed={closed} />
    </section>
  )
}
