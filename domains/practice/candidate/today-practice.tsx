import { useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { learn } from '../contract/learn.ts'
import { TodayCard } from './today-card.tsx'

const load = () => call(learn.dueToday, undefined, { silent: true })

/** 今日练习 on somebody else's page: only where there is something to do. */
export function TodayPractice({ go }: { go: (path: string) => void }): ReactNode {
  const { data } = useLoad(load)
  if (!data || (data.leftCount === 0 && data.openRunId === null)) return null
  return (
    <div className="practice practice-elsewhere">
      <TodayCard today={data} go={go} />
    </div>
  )
}
