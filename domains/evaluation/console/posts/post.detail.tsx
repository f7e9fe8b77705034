import {
  ActionButton,
  CodeTag,
  Dash,
  DetailPage,
  EmptyState,
  formatInstant,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  useCall,
  useMay,
} from '@kaopei/web'
import { Alert, Button, type TableColumnsType } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { appointmentStatus } from '../../contract/codes.ts'
import { postReportMenu } from '../../contract/menus.ts'
import { type PostAssessmentDetail, postAssessment, postPeople } from '../../contract/post.ts'
import { partState, postPart } from '../../contract/post-codes.ts'
import '../evaluation.css'
import { postReportPath, postReportsPath, postTestsPath } from '../paths.ts'
import { AddAssessed, assessedColumns, assessedFilters, ofPost, RemoveAssessed, removing } from '../people/assessed.tsx'
import { ExamLinks } from './exam-links.tsx'
import { PostForm } from './post.form.tsx'
import { PostActions } from './post.list.tsx'

/** /application/testCenter/postReportTestDetails?id=…: one post assessment, who is assessed, how far they are. */
export default function PostDetailPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从岗位测评中打开" action={<Link to={postTestsPath}>岗位测评</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(postAssessment.get, { id })
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const maySee = useMay(postReportMenu.rights.view)
  return (
    <>
      <DetailPage
        of={asked}
        head={(detail) => ({
          title: detail.name,
          back: () => void navigate(postTestsPath),
          tags: <CodeTag codes={appointmentStatus} value={detail.status} />,
          extra: (
            <>
              <PostActions row={detail} isOnDetail />
              {maySee && detail.resultCount > 0 && (
                <Button onClick={() => void navigate(`${postReportsPath}?assessmentId=${id}`)}>查看报告</Button>
              )}
              {detail.status !== appointmentStatus.closed && (
                <RightButton right={postAssessment.save} onClick={() => setEditing(true)}>
                  编辑
                </RightButton>
              )}
              {detail.status === appointmentStatus.draft && (
                <ActionButton
                  type="primary"
                  endpoint={postAssessment.open}
                  input={{ id }}
                  confirm={`发布后 ${detail.personCount} 名被测人可以开始，每人计一次测评额度，不计考试额度。确定发布吗？`}
                  successText="岗位测评已发布"
                  refreshes={[postAssessment.get, postPeople.list]}
                >
                  发布
                </ActionButton>
              )}
            </>
          ),
        })}
        notice={(detail) => <Notices detail={detail} />}
        tabs={[
          { key: 'people', label: '被测人员', content: (detail) => <People detail={detail} /> },
          { key: 'facts', label: '基本信息', content: (detail) => <Facts detail={detail} /> },
        ]}
      />
      {isEditing && asked.data && <PostForm detail={asked.data} onClose={() => setEditing(false)} />}
    </>
  )
}

function Notices({ detail }: { readonly detail: PostAssessmentDetail }): ReactNode {
  const words = [
    ...(detail.isPostGone ? ['岗位已删除：已出具的报告不变，没有发布的请更换岗位。'] : []),
    ...(!detail.isPostGone && detail.modelNumber === null ? ['岗位还没有技能模型：报告中没有人岗匹配度。'] : []),
  ]
  return words.map((text) => <Alert key={text} type="warning" showIcon className="kp-ev-notice" title={text} />)
}

function Facts({ detail }: { readonly detail: PostAssessmentDetail }): ReactNode {
  const time = (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['岗位', detail.postName],
    ['岗位模型', detail.modelNumber === null ? '没有' : `第 ${detail.modelNumber} 版`],
    ['目的', <Dash key="purpose">{detail.purpose}</Dash>],
    ...detail.parts.map(
      ({ part, sourceExamId, name, examId }) =>
        [
          postPart.label(part),
          <Fragment key={part}>
            {sourceExamId === null ? `量表：${name}` : `按考试“${name}”`}
            {examId && <ExamLinks name={detail.name} part={part} examId={examId} />}
          </Fragment>,
        ] as const,
    ),
    ['开始时间', time(detail.startTime)],
    ['截止时间', time(detail.endTime)],
    ['发布时间', time(detail.openTime)],
    ['结束时间', time(detail.closeTime)],
  ]
  return (
    <section className="kp-card" aria-label="基本信息">
      <dl className="kp-ev-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Row = RowOf<typeof postPeople.list>

function People({ detail }: { readonly detail: PostAssessmentDetail }): ReactNode {
  const { id, status } = detail
  const maySee = useMay(postReportMenu.rights.view)
  const isOver = status === appointmentStatus.closed || status === appointmentStatus.ended
  return (
    <ListPage
      endpoint={postPeople.list}
      rowKey="staffId"
      prefix="s."
      extraInput={{ id }}
      emptyText="还没有被测人"
      filters={assessedFilters}
      columns={columnsOf({ detail, maySee })}
      toolbar={<AddAssessed of={ofPost} id={id} isOver={isOver} />}
      {...(!isOver && {
        batchActions: ({ rows, clear }: { rows: readonly Row[]; clear: () => void }) => (
          <RemoveAssessed of={ofPost} id={id} rows={rows} onDone={clear} />
        ),
      })}
    />
  )
}

function columnsOf({
  detail,
  maySee,
}: {
  readonly detail: PostAssessmentDetail
  readonly maySee: boolean
}): TableColumnsType<Row> {
  const isOver = detail.status === appointmentStatus.closed || detail.status === appointmentStatus.ended
  const mayGo = ({ parts }: Row) => !isOver && parts.every(({ state }) => state === partState.open)
  const hasKnowledge = detail.parts.some(({ part }) => part === postPart.knowledge)
  return [
    ...assessedColumns<Row>(),
    ...detail.parts.map(({ part }) => ({
      ...{ title: postPart.label(part), key: String(part), width: 110 },
      render: (_: unknown, row: Row) => {
        const found = row.parts.find((one) => one.part === part)
        return found ? <CodeTag codes={partState} value={found.state} /> : <Dash />
      },
    })),
    {
      ...{ title: '报告', dataIndex: 'postResultId', width: 100 },
      render: (resultId: string | null) =>
        resultId && maySee ? (
          <Link to={postReportPath(resultId, hasKnowledge)}>查看报告</Link>
        ) : (
          <Dash>{resultId && '已出'}</Dash>
        ),
    },
    {
      ...{ title: '操作', key: 'actions', width: 90, fixed: 'right' as const },
      render: (_: unknown, row: Row) => <RowActions actions={[mayGo(row) && removing({ of: ofPost, id: detail.id }, row)]} />,
    },
  ]
}
