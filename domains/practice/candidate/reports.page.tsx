import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { reportKind, reportState } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import './practice.css'

const pageSize = 10

/** 我的纠错: what one found wrong, and what became of it. */
export default function ReportsPage({ go }: PageProps): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const load = useCallback(() => call(learn.myReports, { pageIndex, pageSize }), [pageIndex])
  return (
    <main className="page narrow practice">
      <div className="page-title">
        <h1>我的纠错</h1>
        <button type="button" onClick={() => go('/practice')}>
          返回
        </button>
      </div>
      <Show loaded={useLoad(load)}>
        {({ dataList, totalCount }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>暂无数据</p>
              <p className="note">练习时发现题目有误，可以点“纠错”告诉题库负责人。</p>
            </div>
          ) : (
            <>
              <p className="note practice-notice">共 {totalCount} 条</p>
              <ul className="practice-reports">
                {dataList.map(({ id, stemText, kind, text, state, reply, createTime, answeredTime }) => (
                  <li key={id} className="panel">
                    <h2>{stemText}</h2>
                    <p>
                      <span className="tag">{reportState.label(state)}</span> {reportKind.label(kind)}：{text}
                    </p>
                    <p className="note">提交于 {dateTime(createTime)}</p>
                    {answeredTime !== null && (
                      <p>
                        处理结果（{dateTime(answeredTime)}）：{reply || reportState.label(state)}
                      </p>
                    )}
                  </li>
                ))}
              </ul>
              <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPage} />
            </>
          )
        }
      </Show>
    </main>
  )
}
