import type { OutputOf } from '@kaopei/contract'
import { dateTime, FilterButtons, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { answerState, partState, questionnaireStatus } from '../contract/codes.ts'
import { questionnaireLearn } from '../contract/learn.ts'
import './pages.css'

const filters = [
  { key: 'all', label: '全部' },
  { key: 'open', label: '未答' },
  { key: 'answered', label: '已答' },
] as const
type Only = (typeof filters)[number]['key']
type Mine = OutputOf<typeof questionnaireLearn.mine>['dataList'][number]
const pageSize = 10

/** The questionnaires that somebody is asked to answer. */
export default function QuestionnairesPage({ go }: PageProps): ReactNode {
  const [only, setOnly] = useState<Only>('all')
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(questionnaireLearn.mine, { only, pageIndex, pageSize }), [only, pageIndex])
  const loaded = useLoad(load)
  return (
    <main className="page">
      <div className="page-title">
        <h1>我的问卷</h1>
        <button type="button" className="plain" onClick={loaded.reload} disabled={loaded.isLoading}>
          {loaded.isLoading ? '刷新中…' : '刷新'}
        </button>
      </div>
      <FilterButtons
        label="作答状态"
        filters={filters}
        chosen={only}
        onChange={(next) => {
          setOnly(next)
          setPageIndex(1)
        }}
      />
      <Show loaded={loaded}>
        {({ dataList, totalCount }) => (
          <>
            <p className="note">共 {totalCount} 份</p>
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">{only === 'all' ? '有问卷请您填写时会显示在这里。' : '没有这种状态的问卷。'}</p>
              </div>
            ) : (
              <ul className="questionnaire-cards">
                {dataList.map((one) => (
                  <Card key={one.questionnaireId} one={one} go={go} />
                ))}
              </ul>
            )}
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </>
        )}
      </Show>
    </main>
  )
}

function Card({ one, go }: { readonly one: Mine; readonly go: (path: string) => void }): ReactNode {
  const { questionnaireId, name, isAnonymous, isChangeable, state, status, questionCount, admissionEndTime } = one
  const isAnswered = state === answerState.answered
  const isOpen = status === questionnaireStatus.inProgress
  return (
    <li>
      <button type="button" className="questionnaire-card" onClick={() => go(`/questionnaire/${questionnaireId}`)}>
        <span className="questionnaire-words">
          <strong>{name}</strong>
          <span className="note">
            {questionCount} 题 · {isAnonymous ? '匿名' : '记名'}
            {admissionEndTime && ` · 截止 ${dateTime(admissionEndTime)}`}
          </span>
        </span>
        <span className={isAnswered ? 'tag good' : 'tag'}>
          {isOpen || isAnswered ? (isAnonymous ? partState : answerState).label(state) : questionnaireStatus.label(status)}
        </span>
        {isAnswered && isChangeable && isOpen && <span className="note">可修改</span>}
      </button>
    </li>
  )
}
