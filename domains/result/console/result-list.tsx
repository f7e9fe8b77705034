import { resultState } from '@kaopei/exam/contract/exam-codes'
import { CandidateList, userPath } from '@kaopei/exam/parts'
import { CodeTag, Dash, formatDuration, formatInstant, formatScore, ListPage, RowActions, type RowOf, ToneTag } from '@kaopei/web'
import { Segmented, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, type NavigateFunction, useNavigate } from 'react-router'
import { findingLabels } from '../contract/finding-labels.ts'
import { results } from '../contract/results.ts'
import { attemptLinks } from './attempt-links.ts'
import { ExportResults } from './export-results.tsx'
import { resultActs } from './result-acts.ts'

type Row = RowOf<typeof results.list>

const findingOptions = [
  { value: 'anomaly', label: findingLabels.anomaly },
  { value: 'cheat', label: findingLabels.cheat },
] as const

/** Results, or the list of candidates with their extra time. */
export function ResultList({ examId }: { readonly examId: string }): ReactNode {
  const [view, setView] = useState<'results' | 'people'>('results')
  const choice = (
    <Segmented<'results' | 'people'>
      value={view}
      onChange={setView}
      options={[
        { value: 'results', label: '成绩' },
        { value: 'people', label: '名单与加时' },
      ]}
      aria-label="考生视图"
      style={{ marginBottom: 12 }}
    />
  )
  return (
    <>
      {choice}
      {view === 'people' ? <CandidateList examId={examId} /> : <Results examId={examId} />}
    </>
  )
}

function Results({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <ListPage
      endpoint={results.list}
      rowKey="staffId"
      extraInput={{ examinationId: examId }}
      refetchInterval={30_000}
      emptyText="还没有考生"
      filters={[
        { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
        { name: 'state', label: '状态', kind: 'select', options: resultState.options },
        { name: 'finding', label: '监考结论', kind: 'select', options: findingOptions },
      ]}
      toolbar={({ input }) => (
        <>
          <ExportResults examId={examId} conditions={input} />
          {resultActs.parts().map((Act, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: filled once, at the start
            <Act key={index} examId={examId} />
          ))}
        </>
      )}
      columns={columnsOf(examId, navigate)}
    />
  )
}

function columnsOf(examId: string, navigate: NavigateFunction): TableColumnsType<Row> {
  return [
    {
      title: '姓名',
      dataIndex: 'name',
      width: 100,
      render: (name: string, { staffId }) => <Link to={userPath(examId, staffId)}>{name}</Link>,
    },
    { title: '账号', dataIndex: 'loginAccount', width: 120, ellipsis: true },
    { title: '工号', dataIndex: 'jobNumber', width: 110 },
    { title: '部门', dataIndex: 'department', width: 130, ellipsis: true },
    { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={resultState} value={state} /> },
    { title: '监考结论', dataIndex: 'findings', width: 120, render: (found: Row['findings']) => <Findings found={found} /> },
    {
      title: '成绩',
      dataIndex: 'score',
      width: 100,
      align: 'right',
      render: (score: number | null, { maxScore }) =>
        score === null ? (
          <Dash />
        ) : (
          <span className="kp-number">
            <strong>{formatScore(score)}</strong> / {formatScore(maxScore)}
          </span>
        ),
    },
    {
      title: '是否通过',
      dataIndex: 'isPassed',
      width: 90,
      render: (isPassed: boolean | null) =>
        isPassed === null ? <Dash /> : <ToneTag tone={isPassed ? 'success' : 'danger'}>{isPassed ? '通过' : '未通过'}</ToneTag>,
    },
    {
      title: '用时',
      dataIndex: 'durationSeconds',
      width: 110,
      align: 'right',
      render: (seconds: number | null) => formatDuration(seconds),
    },
    { title: '交卷时间', dataIndex: 'submitTime', width: 150, render: (time: string | null) => formatInstant(time) },
    { title: '次数', dataIndex: 'attemptCount', width: 64, align: 'right' },
    { title: '开始时间', dataIndex: 'startTime', width: 150, render: (time: string | null) => formatInstant(time) },
    {
      title: '操作',
      key: 'actions',
      width: 100 + 80 * attemptLinks.parts().length,
      fixed: 'right',
      render: (_, { staffId, attemptId, name }) => (
        <RowActions
          actions={[
            { label: '查看答卷', name: `查看 ${name} 的答卷`, to: userPath(examId, staffId) },
            ...attemptLinks
              .parts()
              .map(
                ({ label, right, pathOf }) =>
                  attemptId !== null && { label, name: `${label} ${name}`, right, run: () => void navigate(pathOf(attemptId)) },
              ),
          ]}
        />
      ),
    },
  ]
}

function Findings({ found }: { readonly found: Row['findings'] }): ReactNode {
  if (found.length === 0) return <Dash />
  return found.map((kind) => (
    <ToneTag key={kind} tone={kind === 'cheat' ? 'danger' : 'warning'}>
      {findingLabels[kind]}
    </ToneTag>
  ))
}
