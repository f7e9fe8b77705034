import type { InputOf } from '@kaopei/contract'
import {
  CodeTag,
  Dash,
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
import { examSource, examStandsIn, examStatus } from '../contract/exam-codes.ts'
import { previewPath } from './paths.ts'

export type PickableExam = RowOf<typeof exam.listSearch>

export interface ExamTabProps {
  readonly pick: PickApi
  /** 自建 (with 考试, 课程, 项目 below it) or 外采 as a condition. */
  readonly hasSource?: boolean
  /** Drafts too: for whoever only copies what an exam is made of. */
  readonly withDrafts?: boolean
}

/** Conditions of the picker travel inside `query`, as the call has them. */
type Query = Exclude<InputOf<typeof exam.listSearch>['query'], string | undefined>
const examsWith = (more: Pick<Query, 'status'>): ListSource<PickableExam, Query> => ({
  key: `${exam.listSearch.facts.path} ${JSON.stringify(more)}`,
  read: ({ pageIndex, pageSize, examSource: chosen, ...others }, call) => {
    const query = { ...others, ...sourceOf(chosen), ...more }
    return listOf(exam.listSearch).read({ pageIndex, pageSize, query, quote: 1 }, call)
  },
})
const exams = examsWith({})
const { draft, notStarted, inProgress, ended } = examStatus
const examsAndDrafts = examsWith({ status: [draft, notStarted, inProgress, ended] })

const filters: readonly FilterOf<Query>[] = [
  { name: 'name', label: '名称', kind: 'text', placeholder: '请输入考试名称' },
  { name: 'published', label: '发布时间', kind: 'dateRange', range: ['publishBeginTime', 'publishEndTime'] },
]
const source: FilterOf<Query> = {
  name: 'examSource',
  label: '来源',
  kind: 'tree',
  tree: examSource.options.map(({ value, label }) => ({
    value: String(value),
    title: label,
    ...(value === examSource.own && {
      children: examStandsIn.options.map((place) => ({ value: String(place.value), title: place.label })),
    }),
  })),
}

/** One choice of the tree is a source, or where an exam of one's own stands. */
function sourceOf(chosen: unknown): Pick<Query, 'source' | 'examSource'> {
  const source = examSource.schema.safeParse(Number(chosen))
  if (source.success) return { source: source.data }
  const place = examStandsIn.schema.safeParse(Number(chosen))
  return place.success ? { source: examSource.own, examSource: place.data } : {}
}

const columns: TableColumnsType<PickableExam> = [
  {
    title: '考试名称',
    dataIndex: 'name',
    ellipsis: true,
    render: (name: string, { status }) => (
      <>
        {name} {status === draft && <CodeTag codes={examStatus} value={status} />}
      </>
    ),
  },
  {
    title: '考试时间',
    key: 'time',
    width: 280,
    render: (_, { admissionStartTime: from, admissionEndTime: to }) => (
      <Dash>{from && to && `${formatInstant(from)} 至 ${formatInstant(to)}`}</Dash>
    ),
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

/** Type 7: exams that may be referred to, or copied (`withDrafts`), by name and time of publishing. */
export default function ExamTab({ pick, hasSource = false, withDrafts = false }: ExamTabProps): ReactNode {
  const shown = useMemo(() => (hasSource ? [...filters, source] : filters), [hasSource])
  return (
    <PickListTab
      pick={pick}
      source={withDrafts ? examsAndDrafts : exams}
      filters={shown}
      columns={columns}
      itemOf={itemOf}
      emptyText="没有符合条件的考试"
    />
  )
}
