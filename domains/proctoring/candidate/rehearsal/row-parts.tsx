/** In the list of exams: how the device trial stands, and the way to it. */
import type { ExamRowPartProps } from '@kaopei/exam/candidate'
import { dateTime, useLoad } from '@kaopei/web/candidate'
import { type ReactNode, useCallback } from 'react'

const words: Readonly<Record<number, string>> = { 1: '已通过', 2: '通过（有提醒）', 3: '未通过', 4: '已过期，请重新测试' }

export function TrialFact({ exam: { examId } }: ExamRowPartProps): ReactNode {
  const load = useCallback(async () => {
    const { ownTrialOf } = await import('./own-trials.ts')
    return (await ownTrialOf(examId)) ?? null
  }, [examId])
  const { data } = useLoad(load)
  // Its line is there from the beginning: what is below must not move away from under somebody's finger.
  if (data === undefined) return <p aria-hidden="true">&nbsp;</p>
  if (data === null) return <p>设备测试 未测试，建议用参加考试的设备提前测试</p>
  const isGood = data.state === 1 || data.state === 2
  const [problem] = data.problems
  return (
    <p className={isGood ? undefined : 'why'}>
      <span>
        设备测试 {words[data.state]}
        {data.time !== null && `，${dateTime(data.time)}`}
      </span>
      {data.state === 3 && problem !== undefined && <span>{problem}</span>}
    </p>
  )
}

export function TrialAct({ exam: { examId, name }, go }: ExamRowPartProps): ReactNode {
  return (
    <button type="button" aria-label={`设备测试：${name}`} onClick={() => go(`/trial/${examId}`)}>
      设备测试
    </button>
  )
}
