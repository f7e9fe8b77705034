import type { ReactNode } from 'react'
import { runMode } from '../../contract/codes.ts'
import { BeginButton } from '../begin-button.tsx'
import { ItemMarks } from './item-sheet.tsx'
import { markOf, type RunState } from './run-state.ts'

interface RunEndProps {
  readonly state: RunState
  readonly go: (path: string) => void
  readonly onBack: () => void
  readonly onLook: (at: number) => void
}

/** What came of a round, and where to go from here. */
export function RunEnd({ state, go, onBack, onLook }: RunEndProps): ReactNode {
  const { run } = state
  const { counts, practiceId } = run
  const hasWrong = run.items.some((item) => ['wrong', 'partly'].includes(markOf(state, item)))
  return (
    <>
      <h1 className="practice-end-title">{counts.isFinished ? '本轮完成' : '练习已结束'}</h1>
      <section className="panel practice-end" aria-label="本轮结果">
        <p className="practice-end-name">{run.name}</p>
        <Accuracy state={state} />
        <dl className="facts">
          <Fact name="题数" value={counts.itemCount} />
          <Fact name="已作答" value={counts.answeredCount} />
          {counts.rightCount !== undefined && <Fact name="答对" value={counts.rightCount} />}
          {counts.ownJudgedCount > 0 && <Fact name="自评" value={counts.ownJudgedCount} />}
          {counts.passedOverCount > 0 && <Fact name="不计入" value={counts.passedOverCount} />}
        </dl>
        <h2>逐题查看</h2>
        <ItemMarks state={state} onOpen={onLook} />
        <div className="actions">
          <button type="button" onClick={onBack}>
            返回
          </button>
          {hasWrong && run.mode !== runMode.wrong && !run.isOver && (
            <BeginButton input={{ practiceId, mode: runMode.wrong }} go={go}>
              练错题
            </BeginButton>
          )}
        </div>
      </section>
    </>
  )
}

/** Of what was scored, without what one judged oneself. */
function Accuracy({ state }: { state: RunState }): ReactNode {
  const marks = state.run.items.map((item) => markOf(state, item))
  const scored = marks.filter((mark) => mark === 'right' || mark === 'wrong' || mark === 'partly').length
  if (scored === 0) return <p className="note">本轮没有可以显示的对错。</p>
  const right = marks.filter((mark) => mark === 'right').length
  return (
    <p className="practice-accuracy">
      <strong>{Math.round((right / scored) * 100)}%</strong>
      <span>
        正确率（{right} / {scored} 题）
      </span>
    </p>
  )
}

function Fact({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
