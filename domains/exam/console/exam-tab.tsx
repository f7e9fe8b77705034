import type { InputOf } from '@kaopei/contract'
import {
  type FilterOf,
  formatInstant,
  type ListSource,
  listOf,
  type PickApi,
  type Picked,
  PickListTab,
  type RowOf,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { exam } from '../contract/exam.ts'
import { examSource } from '../contract/exam-codes.ts'
import { previewPath } from './paths.ts'

export type PickableExam = RowOf<typeof exam.listSearch>

export interface ExamTabProps {
  readonly pick: PickApi
  /** 自建 or 外采 as a condition. */
  readonly hasSource?: boolean
}

/** Conditions of the picker travel inside `query`, as the call has them. */
type Query = Exclude<InputOf<typeof exam.listSearch>['query'], string | undefined>
const exams: ListSource<PickableExam, Query> = {
  key: exam.listSearch.facts.path,
  read: ({ pageIndex, pageSize, ...query }, call) => listOf(exam.listSearch).read({ pageIndex, pageSize, query, quote: 1 }, call),
}

const filters: readonly FilterOf<Query>[] = [
  { name: 'name', label: '名称', kind: 'text', placeholder: '请输入考试名称' },
  { name: 'published', label: '发布时间', kind: 'dateRange', range: ['publishBeginTime', 'publishEndTime'], width: 340 },
]
const source: FilterOf<Query> = { name: 'source', label: '来源', kind: 'select', options: examSource.options }

const columns: TableColumnsType<PickableExam> = [
  { title: '考试名称', dataIndex: 'name', ellipsis: true },
  {
    title: '考试时间',
    key: 'time',
    width: 280,
    render: (_, { admissionStartTime, admissionEndTime }) =>
      `${formatInstant(admissionStartTime)} 至 ${formatInstant(admissionEndTime)}`,
  },
  {
    title: '试卷',
    key: 'preview',
    width: 64,
    render: (_, { id, name }) => (
      // A click on the row would pick it.
      <a
        href={previewPath(id)}
        target="_blank"
        rel="noreferrer"
        aria-label={`预览试卷 ${name}`}
        onClick={(event) => event.stopPropagation()}
      >
        预览
      </a>
    ),
  },
]

const itemOf = (row: PickableExam): Picked => ({ kind: 'exam', id: row.id, name: row.name, data: row })

/** Type 7: exams that may be referred to, by name and time of publishing. */
export default function ExamTab({ pick, hasSource = false }: ExamTabProps): ReactNode {
  const shown = useMemo(() => (hasSource ? [...filters, source] : filters), [hasSource])
  return (
    <PickListTab pick={pick} source={exams} filters={shown} columns={columns} itemOf={itemOf} emptyText="没有符合条件的考试" />
  )
}
