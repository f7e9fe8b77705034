import { CodeTag, DetailPage, EmptyState, ToneTag, useCall, useMay, whenShown } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { audienceMode, questionnaireStatus } from '../contract/codes.ts'
import { questionnaireMenu } from '../contract/menus.ts'
import { type QuestionnaireDetail, questionnaire } from '../contract/questionnaire.ts'
import { listPath, resultsPath } from './paths.ts'
import { QuestionnaireActions } from './questionnaire-actions.tsx'
import { PublishDialog } from './settings/publish-opened.ts'
import { Unopened } from './unopened.tsx'

interface TabProps {
  readonly detail: QuestionnaireDetail
}
// Each tab is much code, and most visits are to one of them.
const Editor = whenShown<TabProps>(() => import('./editor/editor.tsx').then(({ Editor: page }) => ({ default: page })))
const Settings = whenShown<TabProps>(() => import('./settings/settings.tsx'))
const People = whenShown<TabProps>(() => import('./settings/people.tsx'))

/** /application/ote/questionnaireDetail?id=…: questions, settings, who answers; and publishing, with its checks. */
export default function QuestionnaireDetailPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从问卷管理中打开问卷" action={<Link to={listPath}>问卷管理</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(questionnaire.get, { id })
  const [isPublishing, setPublishing] = useState(false)
  const navigate = useNavigate()
  const mayPublish = useMay(questionnaire.publish)
  const maySee = useMay(questionnaireMenu.rights.results)
  return (
    <>
      <DetailPage
        of={asked}
        head={(detail) => ({
          title: detail.name,
          back: () => void navigate(listPath),
          tags: (
            <>
              <CodeTag codes={questionnaireStatus} value={detail.status} />
              <ToneTag tone={detail.isAnonymous ? 'active' : 'neutral'}>{detail.isAnonymous ? '匿名' : '记名'}</ToneTag>
              <ToneTag tone="neutral">{audienceMode.label(detail.audienceMode)}</ToneTag>
            </>
          ),
          extra: (
            <>
              <QuestionnaireActions row={detail} isOnDetail />
              {detail.status !== questionnaireStatus.draft && maySee && (
                <Button onClick={() => void navigate(resultsPath(id))}>查看结果（{detail.receivedCount}）</Button>
              )}
              {detail.status === questionnaireStatus.draft && mayPublish && (
                <Button type="primary" onClick={() => setPublishing(true)}>
                  发布
                </Button>
              )}
            </>
          ),
        })}
        tabs={[
          { key: 'questions', label: '题目', content: (detail) => <Editor detail={detail} /> },
          { key: 'settings', label: '设置', content: (detail) => <Settings key={detail.version} detail={detail} /> },
          {
            key: 'people',
            label: '答卷人员',
            content: (detail) => (
              <>
                <Unopened detail={detail} />
                <People detail={detail} />
              </>
            ),
          },
        ]}
      />
      {asked.data && <PublishDialog open={isPublishing} detail={asked.data} onClose={() => setPublishing(false)} />}
    </>
  )
}
