import {
  CodeTag,
  calling,
  type FilterOf,
  filtersOf,
  formatInstant,
  formatScore,
  ListPage,
  RightButton,
  RowActions,
  useCall,
} from '@kaopei/web'
import { Button, Drawer, type TableColumnsType, Tag, Tooltip } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { difficulty, questionStatus, questionTypeCodes } from '../contract/codes.ts'
import { knowledgePoint } from '../contract/knowledge-point.ts'
import { type QuestionRow, question } from '../contract/question.ts'
import { questionImport } from '../contract/question-import.ts'
import { OneBankChoice } from './banks/bank-choice.tsx'
import { ImportQuestions } from './importing/import-questions.tsx'
import { KnowledgePointManager } from './knowledge-point-select.tsx'
import { BatchActions, removalWords } from './question-batch.tsx'
import { QuestionDetail } from './question-detail.tsx'
import './question.css'

/** 试题: all questions by bank, type, difficulty, knowledge point and words. */
export default function QuestionListPage(): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const [shown, setShown] = useState<string>()
  const points = useCall(knowledgePoint.list, {}, { staleMs: 30_000 })
  const bankId = params.get('questionBankId') ?? undefined
  const filters = useMemo(() => conditions(points.data ?? []), [points.data])
  const create = bankId ? `/createQuestion?bankId=${bankId}` : '/createQuestion'
  return (
    <>
      <ListPage
        title="试题"
        endpoint={question.list}
        filters={filters}
        rowKey="id"
        columns={columns(setShown, (id) => void navigate(`/createQuestion?id=${id}`))}
        toolbar={
          <>
            <RightButton right={question.create} type="primary" onClick={() => void navigate(create)}>
              新增试题
            </RightButton>
            <RightButton right={questionImport.run} onClick={() => setImporting(true)}>
              导入试题
            </RightButton>
            <Button onClick={() => setManaging(true)}>知识点管理</Button>
          </>
        }
        batchActions={(selection) => <BatchActions selection={selection} points={points.data ?? []} />}
      />
      <KnowledgePointManager open={isManaging} onClose={() => setManaging(false)} />
      <ImportQuestions open={isImporting} onClose={() => setImporting(false)} bankId={bankId} />
      <Drawer title="试题详情" size={820} open={shown !== undefined} onClose={() => setShown(undefined)} destroyOnHidden>
        {shown !== undefined && <QuestionDetail id={shown} />}
      </Drawer>
    </>
  )
}

type Named = { readonly id: string; readonly name: string }

const bankFilter = {
  name: 'questionBankId',
  label: '题库',
  kind: 'custom',
  render: ({ id, value, onChange }) => (
    <OneBankChoice
      id={id}
      value={typeof value === 'string' ? value : value?.[0]}
      onChange={onChange}
      allowClear
      placeholder="全部"
    />
  ),
} satisfies FilterOf<{ questionBankId?: string }>

function conditions(points: readonly Named[]) {
  const options = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return filtersOf(question.list, [
    { name: 'text', label: '题干', kind: 'text', placeholder: '题干关键词' },
    bankFilter,
    { name: 'type', label: '题型', kind: 'select', options: questionTypeCodes.options },
    { name: 'difficulty', label: '难度', kind: 'select', options: difficulty.options },
    { name: 'knowledgePointId', label: '知识点', kind: 'select', options: options(points) },
    { name: 'status', label: '状态', kind: 'select', options: questionStatus.options },
  ])
}

function columns(show: (id: string) => void, edit: (id: string) => void): TableColumnsType<QuestionRow> {
  return [
    {
      title: '题干',
      dataIndex: 'stemText',
      ellipsis: { showTitle: false },
      render: (stem: string, row) => (
        <Tooltip title={stem} placement="topLeft">
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => show(row.id)}>
            {stem || '（无题干）'}
          </Button>
        </Tooltip>
      ),
    },
    { title: '题型', dataIndex: 'type', width: 90, render: (type: number) => questionTypeCodes.label(type) },
    {
      title: '难度',
      dataIndex: 'difficulty',
      width: 80,
      render: (value: number) => <CodeTag codes={difficulty} value={value} />,
    },
    {
      title: '知识点',
      dataIndex: 'knowledgePoints',
      width: 180,
      render: (points: QuestionRow['knowledgePoints']) => points.map(({ id, name }) => <Tag key={id}>{name}</Tag>),
    },
    { title: '题库', dataIndex: 'bankName', width: 150, ellipsis: true },
    { title: '分值', dataIndex: 'defaultScore', width: 70, align: 'right', render: (value: number) => formatScore(value) },
    {
      title: '状态',
      dataIndex: 'status',
      width: 130,
      render: (value: number, row) => (
        <>
          <CodeTag codes={questionStatus} value={value} />
          {row.hasDraft && <Tag>有草稿</Tag>}
        </>
      ),
    },
    { title: '更新时间', dataIndex: 'updatedAt', width: 160, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '编辑', right: question.modify, run: () => edit(row.id) },
            calling(question.remove, {
              label: '删除',
              isDangerous: true,
              input: { ids: [row.id], isConfirmed: true },
              confirm: () => removalWords([row.id]),
              successText: '删除成功',
            }),
          ]}
        />
      ),
    },
  ]
}
