import type { OutputOf } from '@kaopei/contract'
import { dateTime } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { runMode } from '../contract/codes.ts'
import type { learn } from '../contract/learn.ts'
import { countedText } from '../contract/learn-shapes.ts'
import { BeginButton } from './begin-button.tsx'
import './practice.css'

interface TodayCardProps {
  readonly today: OutputOf<typeof learn.dueToday>
  readonly go: (path: string) => void
}

/** 今日练习: how much is left, and the one button that begins it. */
export function TodayCard({ today, go }: TodayCardProps): ReactNode {
  const { leftCount, doneCount, dueCount, dayStreak, nextDueAt, openRunId } = today
  const mayBegin = leftCount > 0 || openRunId !== null
  const hasMore = !mayBegin && dueCount > 0
  return (
    <section className="panel practice-today" aria-label="今日练习">
      <div>
        <h2>今日练习</h2>
        {mayBegin ? (
          <p className="practice-today-count">
            还剩 <strong>{leftCount}</strong> 题
            <span className="note">
              今日已练 {doneCount} 题{dueCount > leftCount && `，共 ${countedText(dueCount)} 题到期`}
            </span>
          </p>
        ) : (
          <p>
            {doneCount > 0 ? `今天的 ${doneCount} 题已练完。` : '今天没有到期的题目。'}
            {hasMore && <span className="note">还有 {countedText(dueCount)} 题到期，想多练可以再来一组</span>}
            {!hasMore && nextDueAt !== null && <span className="note">下一题 {dateTime(nextDueAt)} 到期</span>}
          </p>
        )}
        {dayStreak > 0 && <p className="note">已连续练习 {dayStreak} 天</p>}
      </div>
      {hasMore ? (
        <BeginButton input={{ mode: runMode.due, isAnew: true }} go={go}>
          再来一组
        </BeginButton>
      ) : (
        <button type="button" className="primary" disabled={!mayBegin} onClick={() => go('/practice/today')}>
          {openRunId === null ? '开始今日练习' : '继续今日练习'}
        </button>
      )}
    </section>
  )
}
