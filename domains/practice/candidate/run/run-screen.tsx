import { Show, useLoad } from '@kaopei/web/candidate'
import { type ReactNode, useEffect, useState } from 'react'
import type { OpenedRun, Opening } from './opened-run.ts'
import { RunEnd } from './run-end.tsx'
import { RunQuestion } from './run-question.tsx'
import { nextOpen } from './run-state.ts'
import { useRun } from './use-run.ts'
import '../practice.css'

type Go = (path: string) => void

/** A round from its loading to its end. */
export function RunScreen({ open, go }: { open: () => Promise<Opening>; go: Go }): ReactNode {
  const loaded = useLoad(open)
  return (
    <main className="page narrow practice">
      <Show loaded={loaded}>
        {(opening) =>
          opening.kind === 'refused' ? (
            <div className="empty">
              <p>{opening.text}</p>
              <button type="button" className="primary" onClick={() => go('/practice')}>
                返回练习
              </button>
            </div>
          ) : (
            <Round key={opening.opened.run.runId} opened={opening.opened} go={go} />
          )
        }
      </Show>
    </main>
  )
}

function Round({ opened, go }: { opened: OpenedRun; go: Go }): ReactNode {
  const acts = useRun(opened.run, opened)
  const { state } = acts
  const { run } = state
  const isAtEnd = run.counts.isFinished || run.isOver
  // The last answer may finish the round; what came of it is shown when one goes on.
  const [isEndShown, setEndShown] = useState(isAtEnd)
  const isAllDone = nextOpen(state) === undefined
  const { title } = document
  // Which round it is, in the tab's title too.
  useEffect(() => {
    document.title = `${run.name} - 考培`
    return () => {
      document.title = title
    }
  }, [run.name])
  const back = () => go(run.practiceId === null ? '/practice' : `/practice/${run.practiceId}`)
  if (run.items.length === 0)
    return (
      <div className="empty">
        <p>暂时没有可以练习的题目</p>
        <button type="button" className="primary" onClick={back}>
          返回
        </button>
      </div>
    )
  if (isEndShown) {
    return (
      <RunEnd
        state={state}
        go={go}
        onBack={back}
        onLook={(at) => {
          acts.open(at)
          setEndShown(false)
        }}
      />
    )
  }
  return <RunQuestion acts={acts} isAllDone={isAllDone} isAtEnd={isAtEnd} onBack={back} onEnd={() => setEndShown(true)} />
}
