import { ExportButton } from '@kaopei/jobs/parts'
import { DetailPage, EmptyState, formatInstant, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Alert, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { contestState } from '../../contract/codes.ts'
import { postVerdictWords } from '../../contract/post-codes.ts'
import { type PostDetail, postResult } from '../../contract/post-result.ts'
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
  const navigate = useNavigate()
  const isWithoutKnowledge = useLocation().pathname === withoutKnowledgePath
  return (
    <>
      <DetailPage
        of={asked}
        keeps={['postResultId']}
        head={({ staffName, postName, verdict, editions, number, issuedAt, knowledgeState, contestState: contest }) => ({
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
              {editions.length > 1 && (
                <Select
                  aria-label="报告版次"
                  className="kp-ev-edition"
                  value={id}
                  onChange={(other) => void navigate(postReportPath(other, knowledgeState !== null && !isWithoutKnowledge))}
                  options={editionOptions(editions, { postResultId: id, number, issuedAt, isLatest: false })}
                />
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
      {isAnswering && <AnswerPost id={id} onClose={() => setIsAnswering(false)} />}
    </>
  )
}

type Edition = PostDetail['editions'][number]

/** The newest, the one that is looked at, and where the list stops. */
function editionOptions(editions: readonly Edition[], looked: Edition) {
  const optionOf = ({ postResultId, number, issuedAt, isLatest }: Edition) => ({
    value: postResultId,
    label: `第 ${number} 版 ${formatInstant(issuedAt)}${isLatest ? '（最新）' : ''}`,
  })
  const isListed = editions.some(({ postResultId }) => postResultId === looked.postResultId)
  const more = { value: 'more', label: `只列出最近 ${editions.length} 版`, disabled: true }
  return [
    ...editions.map(optionOf),
    ...(isListed ? [] : [optionOf(looked)]),
    ...((editions.at(-1)?.number ?? 1) > 1 ? [more] : []),
  ]
}
