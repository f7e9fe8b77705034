import { useSession } from '@kaopei/web/client'
import { useInView } from '@kaopei/web/viewer-hooks'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { PackageStanding } from '../../contract/package.ts'
import type { PlayerProps } from './courseware-task.tsx'
import { PackageRun } from './package-run.ts'
import type { Saving } from './package-saver.ts'

export interface PackagePlayerProps extends PlayerProps {
  readonly place: { readonly course: string; readonly task: string }
  readonly learnerName: string
}

/** A package, one part at a time. It works on a phone as far as the package does. */
export default function PackagePlayer({ opened, reporter, place, learnerName, title }: PackagePlayerProps): ReactNode {
  const { frameUrl = '', parts = [] } = opened.shown.package ?? {}
  const { course, task } = place
  const staffId = useSession()?.staffId ?? ''
  const [standing, setStanding] = useState<PackageStanding>()
  const [number, setNumber] = useState(() => parts.find((one) => one.number === opened.position)?.number ?? parts[0]?.number ?? 1)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [failure, setFailure] = useState<string>()
  const [isTurning, setIsTurning] = useState(false)
  const run = useRef<PackageRun>(undefined)
  const container = useRef<HTMLDivElement>(null)
  const inPage = useRef<HTMLElement>(null)
  const register = useInView(inPage, (parts, seconds) => reporter.saw(parts, seconds))
  const take = useCallback(
    (now: PackageStanding) => {
      setStanding(now)
      reporter.stands(now)
    },
    [reporter],
  )
  // The frame lives as long as its part is open, and a little longer, to tell its last state.
  useLayoutEffect(() => {
    if (!container.current) return
    const learner = { id: staffId, name: learnerName }
    const wish = { course, task, part: number, frameUrl, learner, onStanding: take, onSaving: setSaving, onFailed: setFailure }
    reporter.state = { rate: 1, position: number }
    const current = new PackageRun(container.current, wish)
    run.current = current
    return () => void current.close()
  }, [course, task, number, frameUrl, staffId, learnerName, take, reporter])
  const choose = async (next: number) => {
    setIsTurning(true)
    await run.current?.close()
    setIsTurning(false)
    setFailure(undefined)
    setSaving({ state: 'idle' })
    setNumber(next)
  }
  const done = new Set(standing?.partsDone)
  return (
    <div className="learn-package">
      {parts.length > 1 && (
        <ol className="learn-parts" aria-label="各节">
          {parts.map((part) => (
            <li key={part.number}>
              <button
                type="button"
                aria-current={part.number === number}
                disabled={isTurning || part.number === number}
                onClick={() => void choose(part.number)}
              >
                {part.number}. {part.title}
                {done.has(part.number) && '（已完成）'}
              </button>
            </li>
          ))}
        </ol>
      )}
      {failure !== undefined && <p role="alert">{failure}</p>}
      <section ref={register} data-page={number - 1} aria-label={title}>
        <div ref={container} className="learn-package-frame" />
      </section>
      <p role="status">{wordsOf(saving)}</p>
    </div>
  )
}

function wordsOf({ state, refusal }: Saving): string {
  switch (state) {
    case 'idle':
      return '学习时自动保存'
    case 'saving':
      return '正在保存…'
    case 'saved':
      return '已保存'
    case 'unsent':
      return '记录尚未保存，正在重试，请不要关闭页面'
    case 'refused':
      return `没有保存：${refusal ?? '请刷新后重试'}`
  }
}
