import { Bar, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import { BeginButton } from './begin-button.tsx'
import { MasteryCurve } from './mastery-curve.tsx'
import './practice.css'

/** 掌握情况: what is known of each point, and how that came. */
export default function MasteryPage({ go }: PageProps): ReactNode {
  const [knowledgePointId, setPoint] = useState<string | null>(null)
  const load = useCallback(() => call(learn.mastery, { knowledgePointId }), [knowledgePointId])
  return (
    <main className="page narrow practice">
      <div className="page-title">
        <h1>掌握情况</h1>
        <button type="button" onClick={() => go('/practice')}>
          返回
        </button>
      </div>
      <Show loaded={useLoad(load)}>
        {({ points, curve }) => {
          const chosen = points.find((point) => point.knowledgePointId === knowledgePointId)
          return (
            <>
              <section className="panel" aria-label="掌握度变化">
                <MasteryCurve title={chosen ? `${chosen.name}的掌握度` : '全部知识点的掌握度'} curve={curve} />
                <p className="note">按近 180 天每题最近一次作答计算，少于 3 题不作结论。</p>
              </section>
              {points.length === 0 ? (
                <div className="empty">
                  <p>暂无数据</p>
                  <p className="note">练习标注了知识点的题目后会显示在这里。</p>
                </div>
              ) : (
                <>
                  <p className="note practice-notice">共 {points.length} 个知识点</p>
                  <ul className="practice-points">
                    {points.map((point) => (
                      <li key={point.knowledgePointId}>
                        <button
                          type="button"
                          className="plain"
                          aria-pressed={point.knowledgePointId === knowledgePointId}
                          onClick={() => setPoint(point.knowledgePointId === knowledgePointId ? null : point.knowledgePointId)}
                        >
                          {point.name}
                        </button>
                        <span className="practice-point-figure">
                          {point.masteryPercent === null ? (
                            <span className="note">只练过 {point.questionCount} 题，暂无结论</span>
                          ) : (
                            <Bar percent={point.masteryPercent} label={`${point.name}的掌握度`} />
                          )}
                        </span>
                        <BeginButton
                          input={{ mode: runMode.point, knowledgePointId: point.knowledgePointId }}
                          go={go}
                          className=""
                          name={`练习${point.name}`}
                        >
                          练习
                        </BeginButton>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )
        }}
      </Show>
    </main>
  )
}
