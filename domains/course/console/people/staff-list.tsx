import { doneExcept } from '@kaopei/org/contract/left-out'
import { DepartmentPicker, departmentFilter, StaffPicker } from '@kaopei/org/parts'
import {
  ActionButton,
  calling,
  formatNumber,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  toast,
  useAction,
  useAddress,
  useCall,
  whenOpened,
} from '@kaopei/web'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { enrolmentState, taskProgress } from '../../contract/codes.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import type { AudienceProps } from './audience.drawer.tsx'
import { DueDialog } from './due.dialog.tsx'
import { useLateOnly } from './late-only.tsx'
import { RefuseDialog } from './refuse.dialog.tsx'
import { staffColumns } from './staff-columns.tsx'

const AudienceDrawer = whenOpened<AudienceProps>(() => import('./audience.drawer.tsx'))

type Row = RowOf<typeof courseStaff.getCourseStaff>

interface Props {
  readonly courseId: string
  readonly isShelved: boolean
  readonly source: number
}

const progressOptions = taskProgress.options.filter(({ value }) => value >= 0)

/** Who learns a course: added by person, department or group; asked to join; taken out; given a date. */
export function StaffList({ courseId, isShelved, source }: Props): ReactNode {
  const [opened, setOpened] = useState<'staff' | 'departments' | 'audience'>()
  const [dated, setDated] = useState<readonly Row[]>()
  const [refused, setRefused] = useState<Refused>()
  const add = useAction(courseStaff.updateCourseStaff, { successText: '', onDone: tellAdded })
  const late = useLateOnly('s.')
  const close = () => setOpened(undefined)
  const adding = { disabled: !isShelved, ...(!isShelved && { title: '课程没有上架，不能添加学员' }) }
  return (
    <>
      <Waiting courseId={courseId} />
      <ListPage
        endpoint={courseStaff.getCourseStaff}
        rowKey="staffId"
        prefix="s."
        extraInput={{ courseId, ...late.input }}
        emptyText={(isFiltered) => nobodyText(isFiltered, isShelved)}
        filters={[
          { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
          { name: 'state', label: '状态', kind: 'select', options: enrolmentState.options, placeholder: '学习中' },
          { name: 'progress', label: '进度', kind: 'select', options: progressOptions },
          departmentFilter,
        ]}
        isSelectable={({ state }) => state === enrolmentState.learns || state === enrolmentState.asked}
        toolbar={
          <>
            <RightButton right={courseStaff.updateCourseStaff} type="primary" {...adding} onClick={() => setOpened('staff')}>
              按人员添加
            </RightButton>
            <RightButton right={courseStaff.updateCourseStaff} {...adding} onClick={() => setOpened('departments')}>
              按部门添加
            </RightButton>
            <RightButton right={courseStaff.updateCourseStaffGroup} onClick={() => setOpened('audience')}>
              关联部门和用户组
            </RightButton>
            {late.control}
          </>
        }
        batchActions={({ rows, clear }) => (
          <Batch {...{ courseId, rows, clear }} onDue={() => setDated(rows)} onRefuse={() => setRefused({ rows, clear })} />
        )}
        columns={[
          ...staffColumns,
          {
            title: '操作',
            key: 'actions',
            width: 112,
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={actionsOf(courseId, row, { onDue: () => setDated([row]), onRefuse: () => setRefused({ rows: [row] }) })}
              />
            ),
          },
        ]}
      />
      <StaffPicker
        open={opened === 'staff'}
        title="添加学员"
        onClose={close}
        onConfirm={async (people) => (await add.run({ courseId, staffIds: people.map(({ id }) => id) })).ok}
      />
      <DepartmentPicker
        open={opened === 'departments'}
        title="按部门添加学员"
        onClose={close}
        onConfirm={async (departments) => (await add.run({ courseId, departmentIds: departments.map(({ id }) => id) })).ok}
      />
      <AudienceDrawer open={opened === 'audience'} onClose={close} {...{ courseId, isShelved, source }} />
      {dated && <DueDialog courseId={courseId} people={dated} onClose={() => setDated(undefined)} />}
      {refused && (
        <RefuseDialog
          {...{ courseId, people: refused.rows, onClose: () => setRefused(undefined) }}
          {...(refused.clear && { onSaved: refused.clear })}
        />
      )}
    </>
  )
}

/** Whoever asked to join is not among those who learn: the list as it opens does not show them. */
function Waiting({ courseId }: { readonly courseId: string }): ReactNode {
  const asked = useCall(courseStaff.getCourseStaff, { courseId, state: enrolmentState.asked, pageSize: 1 })
  const [params, setParams] = useAddress()
  const count = asked.data?.totalCount ?? 0
  const isShown = params.get('s.state') === String(enrolmentState.asked)
  if (count === 0 || isShown) return null
  const show = () => setParams({ id: courseId, 's.state': String(enrolmentState.asked) })
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={`有 ${formatNumber(count)} 人报名，等待审核`}
      action={
        <Button size="small" onClick={show}>
          去审核
        </Button>
      }
    />
  )
}

function nobodyText(isFiltered: boolean, isShelved: boolean): string {
  if (isFiltered) return '没有符合条件的学员，请调整筛选条件'
  if (!isShelved) return '还没有指派学员；课程上架后，可按人员、部门添加，或关联部门和用户组'
  return '还没有指派学员，请点击上方“按人员添加”“按部门添加”或“关联部门和用户组”'
}

interface Refused {
  readonly rows: readonly Row[]
  readonly clear?: () => void
}

interface Openers {
  readonly onDue: () => void
  readonly onRefuse: () => void
}

interface BatchProps extends Openers {
  readonly courseId: string
  readonly rows: readonly Row[]
  readonly clear: () => void
}

function Batch({ courseId, rows, clear, onDue, onRefuse }: BatchProps): ReactNode {
  const asked = rows.filter(({ state }) => state === enrolmentState.asked).map(({ staffId }) => staffId)
  const staffIds = rows.map(({ staffId }) => staffId)
  if (asked.length === rows.length) {
    return (
      <>
        <ActionButton
          size="small"
          endpoint={courseStaff.approveJoin}
          input={{ courseId, staffIds }}
          successText={doneExcept('已通过')}
          onDone={clear}
        >
          通过
        </ActionButton>
        <RightButton right={courseStaff.refuseJoin} size="small" danger onClick={onRefuse}>
          不通过
        </RightButton>
      </>
    )
  }
  return (
    <>
      <RightButton right={courseStaff.setDueDate} size="small" onClick={onDue}>
        设置期限
      </RightButton>
      <ActionButton
        size="small"
        danger
        endpoint={courseStaff.courseStaffDelete}
        input={{ courseId, staffIds }}
        confirm={{ title: '移出学员', content: `确定移出所选 ${rows.length} 名学员吗？已学的记录保留。`, isDangerous: true }}
        successText={doneExcept('移出成功')}
        onDone={clear}
      >
        移出
      </ActionButton>
    </>
  )
}

function actionsOf(courseId: string, row: Row, { onDue, onRefuse }: Openers) {
  const input = { courseId, staffIds: [row.staffId] }
  if (row.state === enrolmentState.asked) {
    return [
      calling(courseStaff.approveJoin, { label: '通过', input, successText: doneExcept('已通过') }),
      { label: '不通过', right: courseStaff.refuseJoin, isDangerous: true, run: onRefuse },
    ]
  }
  if (row.state !== enrolmentState.learns) return []
  return [
    { label: '期限', right: courseStaff.setDueDate, run: onDue },
    calling(courseStaff.courseStaffDelete, {
      label: '移出',
      isDangerous: true,
      refusal: row.isByAudience ? '由实时部门或用户组加入，请调整部门、用户组，或取消关联' : undefined,
      input,
      confirm: { title: '移出学员', content: `确定移出“${row.name}”吗？已学的记录保留。`, isDangerous: true },
      successText: doneExcept('移出成功'),
    }),
  ]
}

interface Added {
  readonly addedCount: number
  readonly repeatedCount: number
  readonly skippedCount: number
}

function tellAdded({ addedCount, repeatedCount, skippedCount }: Added): void {
  const parts = [
    `添加 ${addedCount} 人`,
    ...(repeatedCount > 0 ? [`${repeatedCount} 人已在课程中`] : []),
    ...(skippedCount > 0 ? [`${skippedCount} 人已停用或不在您的管理范围内`] : []),
  ]
  toast.success(parts.join('，'))
}
