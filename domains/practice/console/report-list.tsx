import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { question } from '@kaopei/question/contract/question'
import { CodeTag, Dash, formatInstant, formFor, ListPage, RowActions, type RowOf, ToneTag } from '@kaopei/web'
import { Input, Radio, Segmented, type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { reportKind, reportState } from '../contract/codes.ts'
import { practiceReports } from '../contract/practice-report.ts'

type Row = RowOf<typeof practiceReports.list>

const { Field, FormDialog, useValue } = formFor(practiceReports.answer)

interface ReportListProps {
  /** Of one practice; without it of all. */
  readonly practiceId?: string
  readonly title?: string
}

const whose = [
  { value: 'all', label: '全部题库' },
  { value: 'mine', label: '我的题库' },
] as const

/** What learners found wrong with questions, and the answer to them. */
export default function ReportList({ practiceId, title }: ReportListProps): ReactNode {
  const navigate = useNavigate()
  const [answered, setAnswered] = useState<Row>()
  const [params] = useSearchParams()
  // A mail to the keeper of a bank leads to what is theirs.
  const [of, setOf] = useState<'all' | 'mine'>(params.get('of') === 'mine' ? 'mine' : 'all')
  return (
    <>
      <ListPage
        key={of}
        {...(title !== undefined && { title })}
        endpoint={practiceReports.list}
        rowKey="id"
        prefix="r."
        extraInput={{ isMine: of === 'mine', ...(practiceId !== undefined && { practiceId }) }}
        emptyText="没有纠错"
        filters={[
          { name: 'state', label: '状态', kind: 'select', options: reportState.options },
          { name: 'kind', label: '类型', kind: 'select', options: reportKind.options },
        ]}
        toolbar={<Segmented aria-label="题库范围" options={[...whose]} value={of} onChange={setOf} />}
        columns={columnsOf({ answer: setAnswered, openQuestion: (id) => void navigate(`/createQuestion?id=${id}`) })}
      />
      {answered && <AnswerDialog report={answered} onClose={() => setAnswered(undefined)} />}
    </>
  )
}

interface Leads {
  readonly answer: (row: Row) => void
  readonly openQuestion: (questionId: string) => void
}

function columnsOf({ answer, openQuestion }: Leads): TableColumnsType<Row> {
  return [
    {
      title: '试题',
      dataIndex: 'stemText',
      width: 260,
      ellipsis: { showTitle: false },
      render: (text: string, { isChangedSince }) => (
        <Tooltip title={text} placement="topLeft">
          {isChangedSince && <ToneTag tone="info">已修改</ToneTag>}
          {text}
        </Tooltip>
      ),
    },
    { title: '题型', dataIndex: 'type', width: 80, render: (type: number) => questionTypeCodes.label(type) },
    { title: '题库', dataIndex: 'bankName', width: 130, ellipsis: true },
    { title: '题库负责人', dataIndex: 'keeperName', width: 110, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '类型', dataIndex: 'kind', width: 90, render: (kind: number) => reportKind.label(kind) },
    { title: '说明', dataIndex: 'text', width: 220, ellipsis: true },
    { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={reportState} value={state} /> },
    { title: '提交人', dataIndex: 'staffName', width: 100, render: (name: string | null) => name ?? '管理范围外' },
    {
      title: '练习',
      dataIndex: 'practiceName',
      width: 150,
      ellipsis: true,
      render: (name: string | null) => <Dash>{name}</Dash>,
    },
    { title: '提交时间', dataIndex: 'createTime', width: 150, render: (at: string) => formatInstant(at) },
    { title: '处理说明', dataIndex: 'reply', width: 180, ellipsis: true, render: (reply: string) => <Dash>{reply}</Dash> },
    { title: '处理人', dataIndex: 'answeredByName', width: 100, render: (name: string | null) => <Dash>{name}</Dash> },
    {
      title: '操作',
      key: 'actions',
      width: 120,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            row.state === reportState.open && {
              label: '处理',
              name: `处理：${row.stemText}`,
              right: practiceReports.answer,
              run: () => answer(row),
            },
            { label: '试题', name: `打开试题：${row.stemText}`, right: question.get, run: () => openQuestion(row.questionId) },
          ]}
        />
      ),
    },
  ]
}

function AnswerDialog({ report, onClose }: { readonly report: Row; readonly onClose: () => void }): ReactNode {
  return (
    <FormDialog
      title="处理纠错"
      endpoint={practiceReports.answer}
      initialValues={{ id: report.id, isAccepted: true }}
      successText="已处理，提交人可以看到结果"
      onClose={onClose}
      intro={
        <>
          <p>
            <strong>{report.stemText}</strong>
          </p>
          <p>
            {reportKind.label(report.kind)}：{report.text}
          </p>
          {report.isChangedSince && <p className="kp-hint">提交纠错后，这道题已有新的版本。</p>}
        </>
      }
    >
      <Field name="isAccepted" label="处理结果">
        <Radio.Group
          options={[
            { value: true, label: '采纳' },
            { value: false, label: '不采纳' },
          ]}
        />
      </Field>
      <ReplyField />
    </FormDialog>
  )
}

function ReplyField(): ReactNode {
  const isAccepted = useValue('isAccepted')
  return (
    <Field name="reply" label={isAccepted === false ? '不采纳的原因' : '处理说明'} required={isAccepted === false}>
      <Input.TextArea rows={3} maxLength={500} showCount />
    </Field>
  )
}
