import { QuestionCard } from '@kaopei/question/candidate'
import { isBlank } from '@kaopei/question/contract/answer'
import { Dialog } from '@kaopei/web/candidate'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RunItem } from '../../contract/learn-shapes.ts'
import { FeedbackPanel } from './feedback-panel.tsx'
import { ItemSheet } from './item-sheet.tsx'
import { ItemTools } from './item-tools.tsx'
import { answerOf, isMock, mayAnswer } from './run-state.ts'
import { usePracticeKeys } from './use-keys.ts'
import type { RunActs } from './use-run.ts'

interface RunQuestionProps {
  readonly acts: RunActs
  readonly isAllDone: boolean
  readonly onBack: () => void
  /** The round is over; what is shown can be looked at. */
  readonly isAtEnd: boolean
  /** To what came of the round. */
  readonly onEnd: () => void
}

/** The question that is shown, with everything that can be done with it. */
export function RunQuestion({ acts, isAllDone, isAtEnd, onBack, onEnd }: RunQuestionProps): ReactNode {
  const { state, write, give, open, goOn } = acts
  const { run, at } = state
  const item = run.items[at]
  const [opened, setOpened] = useState<'sheet' | 'end'>()
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever does not see the screen is told that another question is there.
  useEffect(() => {
    if (at >= 0) heading.current?.focus({ preventScroll: true })
  }, [at])
  const answer = item ? answerOf(state, item) : null
  const isTaking = item !== undefined && mayAnswer(state, item)
  const mayGive = isTaking && answer !== null && !isBlank(answer) && (item.feedback === null || state.drafts.has(item.item))
  const giveNow = () => {
    if (!item || !answer || !mayGive) return
    give(item, answer)
    if (isMock(run)) goOn()
  }
  const next = at + 1 < run.items.length ? at + 1 : undefined
  const end = isAtEnd ? onEnd : () => setOpened('end')
  const onwards = () => {
    if (next === undefined || (isAllDone && !isAtEnd)) end()
    else open(next)
  }
  usePracticeKeys({
    isActive: item !== undefined && opened === undefined,
    view: item?.view,
    answer,
    isTaking,
    onAnswer: (given) => item && write(item, given),
    onEnter: mayGive ? giveNow : isTaking ? undefined : onwards,
    onMove: (step) => run.items[at + step] && open(at + step),
  })
  if (!item) return null
  return (
    <>
      <RunHead acts={acts} heading={heading} onBack={onBack} onSheet={() => setOpened('sheet')} />
      <QuestionCard
        key={item.item}
        number={at + 1}
        view={item.view}
        points={item.maxScore}
        answer={answer}
        isLocked={!isTaking}
        onAnswer={(given) => write(item, given)}
      >
        <Below item={item} acts={acts} />
      </QuestionCard>
      <ItemTools item={item} onChange={(change) => acts.change(item, change)} />
      <nav className="practice-bar" aria-label="答题操作">
        <button type="button" disabled={at === 0} onClick={() => open(at - 1)}>
          上一题
        </button>
        {mayGive ? (
          <button type="button" className="primary" onClick={giveNow}>
            提交答案
          </button>
        ) : (
          <button type="button" className={isTaking ? '' : 'primary'} onClick={onwards}>
            {onwardsLabel({ isAtEnd, isAllDone, isTaking, hasNext: next !== undefined })}
          </button>
        )}
      </nav>
      <p className="note practice-keys">键盘：1–9 或 A–F 选择选项，回车提交或进入下一题，← → 切换题目</p>
      {opened === 'sheet' && (
        <ItemSheet
          state={state}
          onOpen={(place) => {
            setOpened(undefined)
            open(place)
          }}
          onEnd={end}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'end' && <EndQuestion acts={acts} onEnded={onEnd} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface Onwards {
  readonly isAtEnd: boolean
  readonly isAllDone: boolean
  readonly isTaking: boolean
  readonly hasNext: boolean
}

function onwardsLabel({ isAtEnd, isAllDone, isTaking, hasNext }: Onwards): string {
  if (isAtEnd) return hasNext ? '下一题' : '查看本轮结果'
  if (isAllDone || !hasNext) return '完成本轮'
  return isTaking ? '跳过' : '下一题'
}

interface HeadProps {
  readonly acts: RunActs
  readonly heading: React.RefObject<HTMLHeadingElement | null>
  readonly onBack: () => void
  readonly onSheet: () => void
}

function RunHead({ acts, heading, onBack, onSheet }: HeadProps): ReactNode {
  const { run, at, waiting } = acts.state
  const done = run.counts.answeredCount + run.counts.passedOverCount + waiting.size
  return (
    <header className="practice-head">
      <div className="practice-head-line">
        <button type="button" className="plain" onClick={onBack}>
          退出
        </button>
        <h1 ref={heading} tabIndex={-1}>
          {run.name}
          <span className="visually-hidden">第 {at + 1} 题</span>
        </h1>
        <button type="button" className="plain" onClick={onSheet}>
          {at + 1} / {run.counts.itemCount}
          <span className="visually-hidden">，答题卡</span>
        </button>
      </div>
      <progress max={run.counts.itemCount} value={Math.min(done, run.counts.itemCount)} aria-label="本轮进度" />
      {waiting.size > 0 && !acts.isSending && (
        <p role="status" className="practice-offline">
          网络不通，{waiting.size} 道题的答案已保存在本机，联网后自动提交。可以继续作答。
        </p>
      )}
    </header>
  )
}

function Below({ item, acts }: { item: RunItem; acts: RunActs }): ReactNode {
  const { run, waiting } = acts.state
  if (waiting.has(item.item)) {
    return (
      <p role="status" className="note practice-waiting">
        {acts.isSending ? '正在提交…' : '已保存在本机，联网后显示结果'}
      </p>
    )
  }
  if (item.feedback === null) return run.isOver ? <p className="note">练习已结束，这道题没有作答。</p> : null
  if (isMock(run) && !run.counts.isFinished) {
    return (
      <p role="status" className="note practice-waiting">
        已保存，完成本轮后显示结果。
      </p>
    )
  }
  return <FeedbackPanel item={item} feedback={item.feedback} acts={acts} />
}

function EndQuestion({ acts, onEnded, onClose }: { acts: RunActs; onEnded: () => void; onClose: () => void }): ReactNode {
  const { run, waiting, drafts } = acts.state
  const [isEnding, setEnding] = useState(false)
  const open = run.counts.itemCount - run.counts.answeredCount - run.counts.passedOverCount - waiting.size
  const end = () => {
    setEnding(true)
    acts.finish().then(onEnded, () => setEnding(false))
  }
  return (
    <Dialog
      title="完成本轮练习"
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            继续练习
          </button>
          <button type="button" className="primary" disabled={isEnding || waiting.size > 0} onClick={end}>
            {isEnding ? '正在完成…' : '完成本轮'}
          </button>
        </>
      }
    >
      <p>{open > 0 ? `还有 ${open} 道题没有作答，完成后不能再答。` : '全部题目已作答。'}</p>
      {drafts.size > 0 && <p className="warn-text">有 {drafts.size} 道题写了答案但没有提交，完成后不计入。</p>}
      {waiting.size > 0 && <p className="warn-text">有 {waiting.size} 道题的答案还没有提交，联网后才能完成本轮。</p>}
    </Dialog>
  )
}
