import { TaskDots } from '@kaopei/course/parts'
import { departmentFilter } from '@kaopei/org/parts'
import { CodeTag, Dash, filtersOf, formatInstant, RowActions, type RowOf, ToneTag } from '@kaopei/web'
import { Progress, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import { projectProgress } from '../../contract/progress.ts'
import { stayedWords } from './stayed-words.ts'

export type StudentRow = RowOf<typeof projectProgress.people>

interface FilterTask {
  readonly id: string
  readonly title: string
  readonly isRequired: boolean
}

const states = taskProgress.options.filter(({ value }) => value !== taskProgress.unassigned)

export function studentFilters(tasks: readonly FilterTask[]) {
  const optionOf = ({ id, title }: FilterTask) => ({ value: id, label: title })
  return filtersOf(projectProgress.people, [
    { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
    departmentFilter,
    { name: 'progress', label: '项目进度', kind: 'select', options: states },
    { name: 'stuckTaskId', label: '停在任务', kind: 'select', options: tasks.filter((task) => task.isRequired).map(optionOf) },
    { name: 'taskId', label: '任务', kind: 'select', options: tasks.map(optionOf) },
    { name: 'taskState', label: '任务状态', kind: 'select', options: taskProgress.options },
  ])
}

export const orders = [
  { value: 'enrolled', label: '最近加入在前', sortField: 'enrolledAt', sortOrder: 'desc' },
  { value: 'percentUp', label: '进度从低到高', sortField: 'percent', sortOrder: 'asc' },
  { value: 'percentDown', label: '进度从高到低', sortField: 'percent', sortOrder: 'desc' },
  { value: 'stuck', label: '停留最久在前', sortField: 'stuckSince', sortOrder: 'asc' },
  { value: 'last', label: '最近学习在前', sortField: 'lastAt', sortOrder: 'desc' },
] as const

export function orderOf(value: string | null): (typeof orders)[number] {
  return orders.find((one) => one.value === value) ?? orders[0]
}

/** The conditions and the order of the list that is shown, as the export takes them. */
export function wishOf({ projectId, isOverdue, ...input }: Readonly<Record<string, unknown>> & { readonly projectId: string }) {
  const { keyWords, departmentId, progress, taskId, taskState, stuckTaskId } = input
  const order = orders.find(({ sortField, sortOrder }) => sortField === input.sortField && sortOrder === input.sortOrder)
  return {
    projectId,
    ...(typeof keyWords === 'string' && { keyWords }),
    ...(typeof departmentId === 'string' && { departmentId }),
    ...(typeof progress === 'number' && { progress }),
    ...(isOverdue === true && { isOverdue }),
    ...(typeof taskId === 'string' && { taskId }),
    ...(typeof taskState === 'number' && { taskState }),
    ...(typeof stuckTaskId === 'string' && { stuckTaskId }),
    ...(order && { sortField: order.sortField, sortOrder: order.sortOrder }),
  }
}

export function studentColumns(open: (row: StudentRow) => void): TableColumnsType<StudentRow> {
  return [
    { title: '姓名', dataIndex: 'name', width: 90 },
    { title: '账号', dataIndex: 'loginAccount', width: 100, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 120, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '状态', dataIndex: 'progress', width: 116, render: (_, row) => <StateCell row={row} /> },
    {
      title: '进度',
      dataIndex: 'percent',
      width: 130,
      render: (percent: number, { name }) => <Progress percent={percent} size="small" aria-label={`${name}的进度`} />,
    },
    { title: '停在', key: 'next', width: 200, render: (_, row) => <NextCell row={row} /> },
    { title: '任务', dataIndex: 'tasks', width: 200, render: (tasks: StudentRow['tasks']) => <TaskDots tasks={tasks} /> },
    { title: '最近学习', dataIndex: 'lastAt', width: 150, render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash> },
    { title: '加入时间', dataIndex: 'enrolledAt', width: 150, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      fixed: 'right',
      render: (_, row) => <RowActions actions={[{ label: '明细', name: `${row.name}的明细`, run: () => open(row) }]} />,
    },
  ]
}

function StateCell({ row }: { readonly row: StudentRow }): ReactNode {
  return (
    <>
      <CodeTag codes={taskProgress} value={row.progress} />
      {row.isOverdue && <ToneTag tone="danger">逾期</ToneTag>}
    </>
  )
}

function NextCell({ row }: { readonly row: StudentRow }): ReactNode {
  if (row.nextTaskTitle === null) return <Dash />
  const { nextSince, nextDueAt } = row
  return (
    <>
      {row.nextTaskTitle}
      {nextSince !== null && <span className="kp-training-stuck">{stayedWords(nextSince)}</span>}
      {nextDueAt !== null && <span className="kp-training-stuck">{formatInstant(nextDueAt)} 到期</span>}
    </>
  )
}
