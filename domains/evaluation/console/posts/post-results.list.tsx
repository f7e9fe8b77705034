import { ExportButton } from '@kaopei/jobs/parts'
import { postModel } from '@kaopei/skill/contract/post-model'
import { CodeTag, Dash, FoundSelect, filtersOf, ListPage, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Button, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { partState, postVerdicts, postVerdictWords } from '../../contract/post-codes.ts'
import { type PostResultRow, postResult, postText } from '../../contract/post-result.ts'
import '../evaluation.css'
import { postReportPath, postTestsPath } from '../paths.ts'
import { holderColumns, resultFilters, standingColumns } from '../results/result-columns.tsx'
import { TextsDrawer } from './texts.drawer.tsx'

/** 岗位测评报告: /application/testCenter/postReport, with ?postId=… or ?assessmentId=… those of one. */
export default function PostResultsList(): ReactNode {
  const posts = useCall(postModel.allPost)
  const [showsTexts, setShowsTexts] = useState(false)
  const navigate = useNavigate()
  const filters = [
    ...filtersOf(postResult.list, [
      { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、测评' },
      {
        name: 'postId',
        label: '岗位',
        kind: 'select',
        options: (posts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        ...{ name: 'assessmentId', label: '测评', kind: 'custom' },
        render: ({ id, value, onChange }) => (
          <AssessmentSelect id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
        ),
      },
      {
        ...{ name: 'verdict', label: '结论', kind: 'select' },
        options: postVerdicts.map((value) => ({ value, label: postVerdictWords[value].label })),
      },
      {
        ...{ name: 'isComplete', label: '完整', kind: 'select' },
        options: [
          { value: 1, label: '各项齐全' },
          { value: 0, label: '有缺项' },
        ],
      },
    ]),
    ...resultFilters,
  ]
  return (
    <>
      <ListPage
        title="岗位测评报告"
        header={{
          description:
            '报告按出具时的成绩、岗位模型、常模和评语保存，不再改变；成绩变更后另出新版。职业性格的结果需要单独的权限。',
        }}
        endpoint={postResult.list}
        rowKey="postResultId"
        filters={filters}
        columns={columns}
        emptyText="还没有岗位测评报告"
        toolbar={({ input }) => (
          <>
            <ExportButton
              right={postResult.export}
              title="导出"
              ask={(run) => run(postResult.export, input, { successText: '' })}
            />
            <RightButton right={postText.save} onClick={() => setShowsTexts(true)}>
              报告评语
            </RightButton>
            <Button onClick={() => void navigate(postTestsPath)}>岗位测评</Button>
          </>
        )}
      />
      {showsTexts && <TextsDrawer onClose={() => setShowsTexts(false)} />}
    </>
  )
}

interface SelectProps {
  readonly id: string
  readonly value: string | undefined
  readonly onChange: (assessmentId: string | undefined) => void
}

function AssessmentSelect({ id, value, onChange }: SelectProps): ReactNode {
  const chosen = useCall(postResult.assessments, { assessmentId: value ?? '' }, { enabled: value !== undefined })
  return (
    <FoundSelect
      id={id}
      value={value ?? null}
      former={chosen.data?.dataList[0]}
      placeholder="全部"
      emptyText="没有岗位测评"
      useFound={useAssessments}
      onChange={onChange}
      onClear={() => onChange(undefined)}
    />
  )
}

function useAssessments(name: string) {
  const { data, ...asked } = useCall(postResult.assessments, { ...(name && { name }), pageSize: 50 }, { staleMs: 30_000 })
  const options = (data?.dataList ?? []).map((one) => ({ value: one.id, label: one.name }))
  return { options, totalCount: data?.totalCount ?? 0, ...asked }
}

/** A figure, or why there is none. */
function figure(score: number | null, state: number | null): ReactNode {
  if (state === null) return <Dash />
  return score === null ? <CodeTag codes={partState} value={state} /> : `${score}%`
}

const columns: TableColumnsType<PostResultRow> = [
  ...holderColumns<PostResultRow>(
    ({ postResultId, knowledgeState }) => postReportPath(postResultId, knowledgeState !== null),
    ({ staffName, isGone }) => (isGone ? `${staffName}（已离职）` : staffName),
  ),
  { title: '岗位', dataIndex: 'postName', width: 90, ellipsis: true },
  { title: '岗位测评', dataIndex: 'assessmentName', width: 130, ellipsis: true },
  {
    ...{ title: '通用知识', key: 'knowledge', width: 84, align: 'right', className: 'kp-number' },
    render: (_, { knowledgeScore, knowledgeState }) => figure(knowledgeScore, knowledgeState),
  },
  {
    ...{ title: '专业技能', key: 'skill', width: 84, align: 'right', className: 'kp-number' },
    render: (_, { skillScore, skillState }) => figure(skillScore, skillState),
  },
  {
    title: '职业性格',
    dataIndex: 'personalityState',
    width: 90,
    render: (state: number | null) => (state === null ? <Dash /> : <CodeTag codes={partState} value={state} />),
  },
  {
    ...{ title: '匹配度', key: 'fit', width: 92, align: 'right', className: 'kp-number' },
    render: (_, { fit, measuredShare }) =>
      fit === null ? (
        <Dash />
      ) : (
        <>
          {fit}%<span className="kp-ev-share">已测 {measuredShare ?? 0}%</span>
        </>
      ),
  },
  {
    title: '结论',
    dataIndex: 'verdict',
    width: 112,
    render: (verdict: PostResultRow['verdict']) => (
      <ToneTag tone={postVerdictWords[verdict].tone}>{postVerdictWords[verdict].label}</ToneTag>
    ),
  },
  ...standingColumns<PostResultRow>(),
]
