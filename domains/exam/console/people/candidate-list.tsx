import { outerCollection } from '@kaopei/collect/contract/collection'
import { InfoCollectDrawer } from '@kaopei/collect/parts'
import { doneExcept } from '@kaopei/org/contract/left-out'
import { DepartmentPicker } from '@kaopei/org/parts'
import {
  ActionButton,
  calling,
  Dash,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  toast,
  useAction,
  useCall,
  whenOpened,
} from '@kaopei/web'
import { Button, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { exam } from '../../contract/exam.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examGroups } from '../../contract/exam-groups.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { isByLink, outerParticipationMode } from '../../contract/exam-settings.ts'
import { outerLinks } from '../../contract/outer-links.ts'
import { outerPeople } from '../../contract/outer-people.ts'
import type { OverrideTargets } from '../times/override.drawer.tsx'
import { OverrideDrawer } from '../times/override.list.tsx'
import { overrideText } from '../times/override-text.ts'
import { type Added, addedText } from './added-text.ts'
import type { CandidateGroupsProps } from './candidate-groups.drawer.tsx'
import { CandidatePicker } from './candidate-picker.tsx'
import { whyStays } from './exam-students.ts'
import type { OuterLinksProps } from './outer-links.drawer.tsx'
import { OuterPeopleDrawer } from './outer-people.drawer.tsx'

const OuterLinksDrawer = whenOpened<OuterLinksProps>(() => import('./outer-links.drawer.tsx'))
const CandidateGroupsDrawer = whenOpened<CandidateGroupsProps>(() => import('./candidate-groups.drawer.tsx'))

type Row = RowOf<typeof examPeople.list>

/** The candidates of an exam: added by department or person, with times of their own, removed while they have not begun. */
export function CandidateList({ examId }: { readonly examId: string }): ReactNode {
  const [opened, setOpened] = useState<'staff' | 'departments' | 'groups' | 'outer' | 'links' | 'info' | undefined>()
  const mode = useCall(exam.get, { id: examId }).data?.outerParticipationMode
  const isClosed = mode === outerParticipationMode.none
  const [timed, setTimed] = useState<OverrideTargets | undefined>()
  const add = useAction(examPeople.add, { successText: '', onDone: tellAdded })
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        endpoint={examPeople.list}
        rowKey="staffId"
        prefix="c."
        extraInput={{ examinationId: examId }}
        filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }]}
        emptyText="还没有添加考生"
        isSelectable={({ hasAttempt }) => !hasAttempt}
        toolbar={
          <>
            <RightButton right={examPeople.add} type="primary" onClick={() => setOpened('departments')}>
              按部门添加
            </RightButton>
            <RightButton right={examPeople.add} onClick={() => setOpened('staff')}>
              按人员添加
            </RightButton>
            <RightButton right={examGroups.add} onClick={() => setOpened('groups')}>
              关联用户组
            </RightButton>
            <RightButton
              right={outerPeople.addOuter}
              disabled={isClosed}
              {...(isClosed && { title: examErrors.outsideClosed.text })}
              onClick={() => setOpened('outer')}
            >
              添加外部考生
            </RightButton>
            {mode !== undefined && isByLink(mode) && (
              <RightButton right={outerLinks.create} onClick={() => setOpened('links')}>
                参加链接
              </RightButton>
            )}
            <RightButton right={outerCollection.saveExamCollection} onClick={() => setOpened('info')}>
              信息收集
            </RightButton>
          </>
        }
        batchActions={({ ids, rows, clear }) => (
          <>
            <Button size="small" onClick={() => setTimed(targetsOf(rows))}>
              设置时间
            </Button>
            <ActionButton
              size="small"
              danger
              endpoint={examPeople.remove}
              input={{ examinationId: examId, staffIds: [...ids] }}
              confirm={{ title: '移除考生', content: `确定移除所选 ${ids.length} 名考生吗？`, isDangerous: true }}
              successText={doneExcept('移除成功')}
              onDone={clear}
            >
              移除
            </ActionButton>
          </>
        )}
        columns={columnsOf(examId, (row) => setTimed(targetsOf([row])))}
      />
      <DepartmentPicker
        open={opened === 'departments'}
        title="按部门添加考生"
        onClose={close}
        onConfirm={async (departments) => {
          const wish = { examinationId: examId, departmentIds: departments.map(({ id }) => id) }
          return (await add.run(wish)).ok
        }}
      />
      <CandidatePicker
        open={opened === 'staff'}
        onClose={close}
        onConfirm={async (chosen) => (await add.run({ examinationId: examId, ...chosen })).ok}
      />
      <CandidateGroupsDrawer examId={examId} open={opened === 'groups'} onClose={close} />
      <OuterLinksDrawer examId={examId} open={opened === 'links'} onClose={close} />
      <OuterPeopleDrawer examId={examId} open={opened === 'outer'} onClose={close} />
      <InfoCollectDrawer examId={examId} open={opened === 'info'} onClose={close} />
      <OverrideDrawer open={timed !== undefined} examId={examId} targets={timed} onClose={() => setTimed(undefined)} />
    </>
  )
}

function targetsOf(rows: readonly Row[]): OverrideTargets {
  const [first] = rows
  const name = rows.length === 1 && first ? first.name : `${rows.length} 名考生`
  return { kind: 'person', ids: rows.map(({ staffId }) => staffId), name }
}

function tellAdded(added: Added): void {
  if (added.repeatedCount > 0) toast.warning(`已自动过滤重复人员：${addedText(added)}`)
  else toast.success(addedText(added))
}

function columnsOf(examId: string, onTime: (row: Row) => void): TableColumnsType<Row> {
  return [
    { title: '姓名', dataIndex: 'name', width: 120 },
    { title: '账号', dataIndex: 'loginAccount', width: 120, ellipsis: true },
    { title: '工号', dataIndex: 'jobNumber', width: 110 },
    { title: '部门', dataIndex: 'department', width: 130, ellipsis: true },
    {
      title: '来源',
      dataIndex: 'groupNames',
      width: 130,
      ellipsis: true,
      render: (names: readonly string[]) => (names.length > 0 ? `用户组：${names.join('、')}` : '指定'),
    },
    {
      title: '时间调整',
      key: 'times',
      width: 160,
      ellipsis: true,
      render: (_, { times }) => <Dash>{times && overrideText(times)}</Dash>,
    },
    { title: '手机号', dataIndex: 'phone', width: 130 },
    { title: '邮箱', dataIndex: 'email', width: 190, ellipsis: true },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '时间', right: examOverrides.save, run: () => onTime(row) },
            calling(examPeople.remove, {
              label: '移除',
              isDangerous: true,
              refusal: whyStays(row),
              input: { examinationId: examId, staffIds: [row.staffId] },
              confirm: { title: '移除考生', content: `确定移除“${row.name}”吗？`, isDangerous: true },
              successText: doneExcept('移除成功'),
            }),
          ]}
        />
      ),
    },
  ]
}
