import { ExportButton } from '@kaopei/jobs/parts'
import {
  DetailPage,
  EmptyState,
  FocusReturn,
  formatInstant,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  ToneTag,
  useCall,
} from '@kaopei/web'
import { Alert, Button, Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { contestState } from '../../contract/codes.ts'
import { postVerdictWords } from '../../contract/post-codes.ts'
import { postResult } from '../../contract/post-result.ts'
import { missingWords } from '../../contract/post-words.ts'
import { ContestTag } from '../results/contest-tag.tsx'
import '../evaluation.css'
import { postReportPath, postReportsPath, withoutKnowledgePath } from '../paths.ts'
import { AnswerPost, ContestNotice } from '../results/contest.tsx'
import { PostReportView } from './post-report-view.tsx'

/** threeDimensionalReport and noGeneralKnowedegReport, with ?postResultId=…: one person's report for a post. */
export default function PostResultPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('postResultId')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从岗位测评报告中打开" action={<Link to={postReportsPath}>岗位测评报告</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(postResult.detail, { postResultId: id })
  const [isAnswering, setIsAnswering] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const navigate = useNavigate()
  const isWithoutKnowledge = useLocation().pathname === withoutKnowledgePath
  return (
    <>
      <DetailPage
        of={asked}
        keeps={['postResultId']}
        head={({ staffName, postName, verdict, editionCount, number, contestState: contest }) => ({
          title: `${staffName}：${postName}岗位测评`,
          back: () => void navigate(postReportsPath),
          tags: (
            <>
              <ToneTag tone={postVerdictWords[verdict].tone}>{postVerdictWords[verdict].label}</ToneTag>
              <ContestTag state={contest} />
            </>
          ),
          extra: (
            <>
              {editionCount > 1 && (
                <Button onClick={() => setIsChoosing(true)}>{`第 ${number} 版，共 ${editionCount} 版`}</Button>
              )}
              {contest === contestState.open && (
                <RightButton right={postResult.answerContest} type="primary" onClick={() => setIsAnswering(true)}>
                  答复异议
                </RightButton>
              )}
              <ExportButton
                right={postResult.download}
                title="下载 PDF"
                ask={(run) => run(postResult.download, { postResultId: id }, { successText: '' })}
              />
            </>
          ),
        })}
        notice={(detail) => {
          const { notices, report, contestNumber } = detail
          const missing = missingWords(report)
          const words = [...notices, ...(missing.length > 0 ? [`本次缺少：${missing.join('、')}`] : [])]
          return (
            <>
              {words.map((text) => (
                <Alert key={text} type="warning" showIcon className="kp-ev-notice" title={text} />
              ))}
              <ContestNotice said={detail} of={`对第 ${contestNumber ?? ''} 版报告的`} />
            </>
          )
        }}
      >
        {(detail) => <PostReportView detail={detail} isWithoutKnowledge={isWithoutKnowledge} />}
      </DetailPage>
      {isChoosing && asked.data && (
        <Editions
          id={id}
          onChoose={(other) => void navigate(postReportPath(other, asked.data?.knowledgeState !== null && !isWithoutKnowledge))}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {isAnswering && <AnswerPost id={id} onClose={() => setIsAnswering(false)} />}
    </>
  )
}

interface EditionsProps {
  readonly id: string
  readonly onChoose: (postResultId: string) => void
  readonly onClose: () => void
}

/** Every report of the same person and assessment; the one that is looked at is not opened again. */
function Editions({ id, onChoose, onClose }: EditionsProps): ReactNode {
  const columns: TableColumnsType<RowOf<typeof postResult.editions>> = [
    {
      title: '版次',
      dataIndex: 'number',
      render: (number: number, { isLatest }) => `第 ${number} 版${isLatest ? '（最新）' : ''}`,
    },
    { title: '出具时间', dataIndex: 'issuedAt', render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 100,
      render: (_, { postResultId, number }) =>
        postResultId === id ? (
          <span className="kp-hint">正在查看</span>
        ) : (
          <RowActions actions={[{ label: '查看', name: `查看第 ${number} 版`, run: () => onChoose(postResultId) }]} />
        ),
    },
  ]
  return (
    <Drawer open title="报告版次" size="min(560px, 100vw)" onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={postResult.editions}
        extraInput={{ postResultId: id }}
        stateIn="memory"
        rowKey="postResultId"
        hasSerial={false}
        columns={columns}
      />
    </Drawer>
  )
}
