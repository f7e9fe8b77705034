import {
  ActionButton,
  CodeTag,
  type FilterSpec,
  formatInstant,
  formatScore,
  ListPage,
  RightButton,
  type Selection,
  useCall,
} from '@kaopei/web'
import { Button, Drawer, Select, Space, type TableColumnsType, Tag, Tooltip } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { bank, mostBanks } from '../contract/bank.ts'
import { difficulty, questionStatus, questionTypeCodes } from '../contract/codes.ts'
import { knowledgePoint } from '../contract/knowledge-point.ts'
import { type QuestionRow, question } from '../contract/question.ts'
import { questionImport } from '../contract/question-import.ts'
import { ImportQuestions } from './import-questions.tsx'
import { QuestionDetail } from './question-detail.tsx'
import './question.css'

/** 试题: all questions by bank, type, difficulty, knowledge point and words. */
export default function QuestionListPage(): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const [shown, setShown] = useState<string>()
  const banks = useCall(bank.list, { pageSize: mostBanks }, { staleMs: 30_000 })
  const points = useCall(knowledgePoint.list, {}, { staleMs: 30_000 })
  const bankId = params.get('questionBankId') ?? undefined
  const filters = useMemo(() => filtersOf(banks.data?.dataList ?? [], points.data ?? []), [banks.data, points.data])
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
          </>
        }
        batchActions={(selection) => <BatchActions selection={selection} banks={banks.data?.dataList ?? []} />}
      />
      <ImportQuestions open={isImporting} onClose={() => setImporting(false)} bankId={bankId} />
      <Drawer title="试题详情" size={820} open={shown !== undefined} onClose={() => setShown(undefined)} destroyOnHidden>
        {shown !== undefined && <QuestionDetail id={shown} />}
      </Drawer>
    </>
  )
}

type Named = { readonly id: string; readonly name: string }

function filtersOf(banks: readonly Named[], points: readonly Named[]): readonly FilterSpec[] {
  const options = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return [
    { name: 'text', label: '题干', kind: 'text', placeholder: '题干关键词' },
    { name: 'questionBankId', label: '题库', kind: 'select', options: options(banks) },
    { name: 'type', label: '题型', kind: 'select', options: questionTypeCodes.options },
    { name: 'difficulty', label: '难度', kind: 'select', options: difficulty.options },
    { name: 'knowledgePointId', label: '知识点', kind: 'select', options: options(points) },
    { name: 'status', label: '状态', kind: 'select', options: questionStatus.options },
  ]
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
      width: 90,
      render: (value: number) => <CodeTag codes={questionStatus} value={value} />,
    },
    { title: '更新时间', dataIndex: 'updatedAt', width: 160, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, row) => (
        <Space>
          <RightButton right={question.modify} type="link" size="small" onClick={() => edit(row.id)}>
            编辑
          </RightButton>
          <RemoveButton ids={[row.id]} isLink />
        </Space>
      ),
    },
  ]
}

/** Deleting keeps what past exams asked; what it would touch is said first. */
function RemoveButton({
  ids,
  isLink = false,
  onDone,
}: {
  readonly ids: readonly string[]
  readonly isLink?: boolean
  readonly onDone?: () => void
}): ReactNode {
  return (
    <ActionButton
      endpoint={question.remove}
      input={{ ids: [...ids], isConfirmed: true }}
      danger
      {...(isLink ? { type: 'link' as const, size: 'small' as const } : {})}
      confirm={`确定要删除选中的 ${ids.length} 道试题吗？已参加过的考试和成绩不受影响，试题不能再用于新的考试。`}
      successText="删除成功"
      {...(onDone && { onDone })}
    >
      删除
    </ActionButton>
  )
}

function BatchActions({
  selection,
  banks,
}: {
  readonly selection: Selection<QuestionRow>
  readonly banks: readonly Named[]
}): ReactNode {
  const [target, setTarget] = useState<string>()
  const [level, setLevel] = useState<1 | 2 | 3>()
  const ids = [...selection.ids]
  return (
    <Space wrap>
      <Space.Compact>
        <Select
          aria-label="移动到题库"
          placeholder="移动到题库"
          style={{ width: 180 }}
          value={target}
          onChange={setTarget}
          options={banks.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ActionButton
          endpoint={question.move}
          disabled={!target}
          input={{ ids, bankId: target ?? '' }}
          successText="操作成功"
          onDone={selection.clear}
        >
          移动
        </ActionButton>
      </Space.Compact>
      <Space.Compact>
        <Select<1 | 2 | 3>
          aria-label="设置难度"
          placeholder="设置难度"
          style={{ width: 110 }}
          value={level ?? null}
          onChange={setLevel}
          options={[
            { value: difficulty.easy, label: difficulty.label(difficulty.easy) },
            { value: difficulty.medium, label: difficulty.label(difficulty.medium) },
            { value: difficulty.hard, label: difficulty.label(difficulty.hard) },
          ]}
        />
        <ActionButton
          endpoint={question.modifyDifficulty}
          disabled={!level}
          input={{ ids, difficulty: level ?? 2 }}
          successText="操作成功"
          onDone={selection.clear}
        >
          设置
        </ActionButton>
      </Space.Compact>
      <ActionButton
        endpoint={question.changeStatus}
        input={{ ids, status: questionStatus.ready }}
        successText="操作成功"
        onDone={selection.clear}
      >
        设为可用
      </ActionButton>
      <ActionButton
        endpoint={question.changeStatus}
        input={{ ids, status: questionStatus.hidden }}
        successText="操作成功"
        onDone={selection.clear}
      >
        停用
      </ActionButton>
      <ActionButton endpoint={question.copy} input={{ ids }} successText="已复制为草稿" onDone={selection.clear}>
        复制
      </ActionButton>
      <RemoveButton ids={ids} onDone={selection.clear} />
    </Space>
  )
}
