import { Bar, dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { practiceStatus, runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import type { PracticeCard } from '../contract/learn-shapes.ts'
import { BeginButton } from './begin-button.tsx'
import './practice.css'

/** One practice: how far somebody is, and the ways to practise it. */
export default function PracticePage({ id: practiceId, go }: PageProps): ReactNode {
  const load = useCallback(
    () => call(learn.mine, { practiceId, pageIndex: 1, pageSize: 10 }).then(({ dataList }) => dataList[0] ?? null),
    [practiceId],
  )
  return (
    <main className="page narrow practice">
      <Show loaded={useLoad(load)}>
        {(card) =>
          card === null ? (
            <div className="empty">
              <p>练习不存在，或您不在练习范围内。</p>
              <button type="button" className="primary" onClick={() => go('/practice')}>
                返回练习
              </button>
            </div>
          ) : (
            <>
              <div className="page-title">
                <h1>{card.name}</h1>
                <button type="button" onClick={() => go('/practice')}>
                  返回
                </button>
              </div>
              <Summary card={card} />
              <Modes card={card} go={go} />
            </>
          )
        }
      </Show>
    </main>
  )
}

function Summary({ card }: { card: PracticeCard }): ReactNode {
  const { startTime, endTime, status, questionCount, runCount, answeredPercent, accuracyPercent, lastAt, information } = card
  return (
    <section className="panel practice-summary" aria-label="练习情况">
      <p>
        <span className="tag">{practiceStatus.label(status)}</span> {startTime === null ? '' : `${dateTime(startTime)} 起，`}
        {endTime === null ? '长期有效' : `${dateTime(endTime)} 止`}
      </p>
      <Bar percent={answeredPercent} label="完成度" />
      <dl className="facts">
        <Fact name="题数" value={String(questionCount)} />
        <Fact name="已练" value={`${runCount} 轮`} />
        <Fact name="正确率" value={accuracyPercent === null ? '-' : `${accuracyPercent}%`} />
        <Fact name="最近练习" value={dateTime(lastAt)} />
      </dl>
      {information !== '' && <p className="practice-information">{information}</p>}
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const hints: Readonly<Record<number, string>> = {
  [runMode.inOrder]: '按题目顺序，一题一反馈',
  [runMode.random]: '打乱顺序，一题一反馈',
  [runMode.wrong]: '只练错题本中的题',
  [runMode.favourites]: '只练收藏的题',
  [runMode.due]: '只练今天到期的题',
  [runMode.mock]: '像考试一样，全部答完再看结果',
}

/** Of one point it is begun where points are shown. */
const shown = runMode.options.filter(({ value }) => value !== runMode.point)

function Modes({ card, go }: { card: PracticeCard; go: (path: string) => void }): ReactNode {
  const { practiceId, status, modes, openRuns, isDone, permitRepeatPractice } = card
  if (status === practiceStatus.notStarted) return <p className="empty">练习还没有开始。</p>
  const isOver = status === practiceStatus.ended
  return (
    <section aria-label="练习方式">
      {isOver && <p className="note practice-notice">练习已结束，错题和收藏仍可在“练习”中查看。</p>}
      {isDone && !permitRepeatPractice && (
        <p className="note practice-notice">这个练习只能完成一轮，您已完成；错题和收藏仍可继续练。</p>
      )}
      <ul className="practice-modes">
        {shown.map(({ value: mode, label }) => {
          const open = openRuns.find((run) => run.mode === mode)
          const isAvailable = !isOver && (open !== undefined || modes.includes(mode))
          return (
            <li key={mode}>
              <div>
                <h2>{label}</h2>
                <p className="note">{open ? `已答 ${open.answeredCount} / ${open.itemCount} 题` : hints[mode]}</p>
              </div>
              {open && !isOver && (
                <BeginButton input={{ practiceId, mode, isAnew: true }} go={go} className="plain" name={`重新开始${label}`}>
                  重新开始
                </BeginButton>
              )}
              <BeginButton
                input={{ practiceId, mode }}
                go={go}
                className={open ? 'primary' : ''}
                disabled={!isAvailable}
                {...(isAvailable && { name: `${open ? '继续' : '开始'}${label}` })}
              >
                {open ? '继续' : isAvailable ? '开始' : isOver ? '已结束' : '暂无题目'}
              </BeginButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
