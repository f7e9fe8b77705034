import { Bar, dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { isWholeRun, practiceStatus, runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import type { PracticeCard } from '../contract/learn-shapes.ts'
import { BeginButton } from './begin-button.tsx'
import './practice.css'

interface Opened {
  readonly card: PracticeCard
  /** Of today's portion of everything that is due. */
  readonly leftToday: number
}

async function openedPractice(practiceId: string): Promise<Opened | null> {
  const [{ dataList }, { leftCount }] = await Promise.all([
    call(learn.mine, { practiceId, pageIndex: 1, pageSize: 10 }),
    call(learn.dueToday),
  ])
  const [card] = dataList
  return card ? { card, leftToday: leftCount } : null
}

/** One practice: how far somebody is, and the ways to practise it. */
export default function PracticePage({ id: practiceId, go }: PageProps): ReactNode {
  const load = useCallback(() => openedPractice(practiceId), [practiceId])
  return (
    <main className="page narrow practice">
      <Show loaded={useLoad(load)}>
        {(opened) =>
          opened === null ? (
            <div className="empty">
              <p>练习不存在，或您不在练习范围内。</p>
              <button type="button" className="primary" onClick={() => go('/practice')}>
                返回练习
              </button>
            </div>
          ) : (
            <>
              <div className="page-title">
                <h1>{opened.card.name}</h1>
                <button type="button" onClick={() => go('/practice')}>
                  返回
                </button>
              </div>
              <Summary card={opened.card} />
              <Modes opened={opened} go={go} />
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

interface ModesProps {
  readonly opened: Opened
  readonly go: (path: string) => void
}

function Modes({ opened, go }: ModesProps): ReactNode {
  const { card } = opened
  const { status, isDone, permitRepeatPractice, openRuns } = card
  if (status === practiceStatus.notStarted) return <p className="empty">练习还没有开始。</p>
  const only = permitRepeatPractice ? undefined : openRuns.find(({ mode }) => isWholeRun(mode))
  return (
    <section aria-label="练习方式">
      {status === practiceStatus.ended && <p className="note practice-notice">练习已结束，错题和收藏仍可在“练习”中查看。</p>}
      {isDone && !permitRepeatPractice && (
        <p className="note practice-notice">这个练习只能完成一轮，您已完成；错题和收藏仍可继续练。</p>
      )}
      {!isDone && only && status !== practiceStatus.ended && (
        <p className="note practice-notice">这个练习只能完成一轮，请继续{runMode.label(only.mode)}。</p>
      )}
      <ul className="practice-modes">
        {shown.map(({ value: mode, label }) => (
          <Mode key={mode} {...{ opened, mode, label, go }} />
        ))}
      </ul>
    </section>
  )
}

interface ModeProps extends ModesProps {
  readonly mode: (typeof shown)[number]['value']
  readonly label: string
}

function Mode({ opened: { card, leftToday }, mode, label, go }: ModeProps): ReactNode {
  const { practiceId, status, modes, openRuns, isDone, permitRepeatPractice, dueCount } = card
  const isOver = status === practiceStatus.ended
  const open = openRuns.find((run) => run.mode === mode)
  const isOnly = isWholeRun(mode) && !permitRepeatPractice
  const isAvailable = !isOver && (open !== undefined || modes.includes(mode))
  // Today's portion is done, and something is still due: another one.
  const isMore = mode === runMode.due && !open && leftToday === 0
  const hint = mode === runMode.due && dueCount > 0 ? `这个练习有 ${dueCount} 题到期` : hints[mode]
  const refusal = isOver ? '已结束' : !isOnly ? '暂无题目' : isDone ? '已完成' : '只能一轮'
  const begin = open ? '继续' : isMore ? '再来一组' : '开始'
  return (
    <li>
      <div>
        <h2>{label}</h2>
        <p className="note">{open ? `已答 ${open.answeredCount} / ${open.itemCount} 题` : hint}</p>
      </div>
      {open && !isOver && !isOnly && (
        <BeginButton input={{ practiceId, mode, isAnew: true }} go={go} className="plain" name={`重新开始${label}`}>
          重新开始
        </BeginButton>
      )}
      <BeginButton
        input={{ practiceId, mode, isAnew: isMore }}
        go={go}
        className={open ? 'primary' : ''}
        disabled={!isAvailable}
        {...(isAvailable && { name: `${begin}${label}` })}
      >
        {isAvailable ? begin : refusal}
      </BeginButton>
    </li>
  )
}
