import { groupIdsOf, UserGroupTab } from '@kaopei/usergroup/parts'
import {
  CodeTag,
  Dash,
  FilterDrawer,
  formatInstant,
  ListPage,
  listOf,
  type PickApi,
  type Picked,
  PickListTab,
  RightButton,
  RowActions,
  type RowOf,
  useIsOwn,
  whenOpened,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { examOverrides, overrideTarget } from '../../contract/exam-overrides.ts'
import { examPeople } from '../../contract/exam-people.ts'
import type { OverrideDrawerProps, OverrideTargets } from './override.drawer.tsx'
import { OverrideRemoveDialog } from './override-remove.dialog.tsx'
import { overrideText } from './override-text.ts'

type Row = RowOf<typeof examOverrides.list>
type CandidateRow = RowOf<typeof examPeople.list>

interface OpenedDrawerProps extends OverrideDrawerProps {
  readonly open: boolean
}
export const OverrideDrawer = whenOpened<OpenedDrawerProps>(() => import('./override.drawer.tsx'))

const candidates = listOf(examPeople.list)

export interface OverrideListProps {
  readonly examId: string
  /** Nobody sits it any more: what was set is only shown. */
  readonly isCancelled?: boolean
}

/** 时间调整: who has other times than the exam, by whom and why; groups first. */
export function OverrideList({ examId, isCancelled = false }: OverrideListProps): ReactNode {
  const [picking, setPicking] = useState<'person' | 'group' | undefined>()
  const [changing, setChanging] = useState<OverrideTargets | undefined>()
  const [removing, setRemoving] = useState<OverrideTargets | undefined>()
  const isOwn = useIsOwn()
  return (
    <>
      <ListPage
        endpoint={examOverrides.list}
        rowKey="targetId"
        prefix="t."
        extraInput={{ examinationId: examId }}
        emptyText="所有考生都按考试的时间进行"
        toolbar={
          <>
            <RightButton right={examOverrides.save} type="primary" disabled={isCancelled} onClick={() => setPicking('person')}>
              为考生设置
            </RightButton>
            <RightButton right={examOverrides.save} disabled={isCancelled} onClick={() => setPicking('group')}>
              为用户组设置
            </RightButton>
          </>
        }
        columns={isCancelled ? shownColumns : [...shownColumns, actionsOf({ change: setChanging, remove: setRemoving, isOwn })]}
      />
      <PickTargets
        examId={examId}
        kind={picking}
        onClose={() => setPicking(undefined)}
        onPicked={(targets) => {
          setPicking(undefined)
          setChanging(targets)
        }}
      />
      <OverrideDrawer open={changing !== undefined} examId={examId} targets={changing} onClose={() => setChanging(undefined)} />
      {removing && <OverrideRemoveDialog examId={examId} targets={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function targetsOf(row: Row): OverrideTargets {
  const isGroup = row.kind === overrideTarget.group
  return { kind: isGroup ? 'group' : 'person', ids: [row.targetId], name: row.name, ...(isGroup && { times: row }) }
}

const shownColumns: TableColumnsType<Row> = [
  { title: '对象', dataIndex: 'kind', width: 90, render: (kind: number) => <CodeTag codes={overrideTarget} value={kind} /> },
  {
    title: '名称',
    key: 'name',
    width: 180,
    ellipsis: true,
    render: (_, { name, department, candidateCount }) =>
      `${name}${candidateCount === null ? (department ? `（${department}）` : '') : `（${candidateCount} 名考生）`}`,
  },
  { title: '单独设置', key: 'times', width: 270, render: (_, row) => <Dash>{overrideText(row)}</Dash> },
  { title: '原因', dataIndex: 'reason', width: 200, ellipsis: true },
  {
    title: '设置人',
    key: 'by',
    width: 180,
    render: (_, { changedByName, changedAt }) => `${changedByName ?? '-'} ${formatInstant(changedAt)}`,
  },
]

interface Acts {
  readonly change: (targets: OverrideTargets) => void
  readonly remove: (targets: OverrideTargets) => void
  readonly isOwn: (staffId: string) => boolean
}

function actionsOf({ change, remove, isOwn }: Acts): TableColumnsType<Row>[number] {
  return {
    title: '操作',
    key: 'actions',
    width: 130,
    fixed: 'right',
    render: (_, row) => {
      if (isOwn(row.targetId)) return <span className="kp-hint">本人，由他人设置</span>
      return (
        <RowActions
          actions={[
            { label: '修改', right: examOverrides.save, run: () => change(targetsOf(row)) },
            { label: '取消', isDangerous: true, right: examOverrides.remove, run: () => remove(targetsOf(row)) },
          ]}
        />
      )
    },
  }
}

interface PickProps {
  readonly examId: string
  readonly kind: 'person' | 'group' | undefined
  readonly onClose: () => void
  readonly onPicked: (targets: OverrideTargets) => void
}

function PickTargets({ examId, kind, onClose, onPicked }: PickProps): ReactNode {
  const tabs = useMemo(
    () => [
      kind === 'group'
        ? { key: 'group', title: '用户组', content: (pick: PickApi) => <UserGroupTab pick={pick} /> }
        : { key: 'person', title: '考生', content: (pick: PickApi) => <CandidateTab pick={pick} examId={examId} /> },
    ],
    [examId, kind],
  )
  return (
    <FilterDrawer
      open={kind !== undefined}
      title={kind === 'group' ? '选择用户组' : '选择考生'}
      tabs={tabs}
      onClose={onClose}
      onConfirm={(items) => {
        const ids = kind === 'group' ? groupIdsOf(items) : items.map(({ id }) => id)
        if (kind && ids.length > 0) onPicked({ kind, ids, name: nameOf(kind, items) })
      }}
    />
  )
}

function nameOf(kind: 'person' | 'group', items: readonly Picked[]): string {
  const [first] = items
  if (items.length === 1 && first) return first.name
  return kind === 'group' ? `${items.length} 个用户组` : `${items.length} 名考生`
}

function CandidateTab({ pick, examId }: { readonly pick: PickApi; readonly examId: string }): ReactNode {
  const ofExam = useMemo(() => ({ examinationId: examId }), [examId])
  return (
    <PickListTab
      pick={pick}
      source={candidates}
      filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }]}
      columns={[
        { title: '姓名', dataIndex: 'name', width: 120 },
        { title: '部门', dataIndex: 'department', ellipsis: true },
        {
          title: '时间调整',
          key: 'times',
          ellipsis: true,
          render: (_, { times }) => <Dash>{times && overrideText(times)}</Dash>,
        },
      ]}
      itemOf={(row: CandidateRow) => ({ kind: 'staff', id: row.staffId, name: row.name, detail: row.department })}
      extraInput={ofExam}
      emptyText="没有符合条件的考生"
    />
  )
}
