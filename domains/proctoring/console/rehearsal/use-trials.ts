import type { OutputOf } from '@kaopei/contract'
import { useCall } from '@kaopei/web'
import { useMemo } from 'react'
import { trial } from '../../contract/rehearsal/trial.ts'

type Standing = OutputOf<typeof trial.standings>['dataList'][number]
/** By person; undefined: not read yet. */
export type Trials = ReadonlyMap<string, Standing> | undefined

const everyMs = 60_000

/** How the devices of an exam's candidates stand: asked once a minute, trials are of days before. */
export function useTrials(examId: string): Trials {
  const { data } = useCall(trial.standings, { examId }, { refetchInterval: everyMs })
  return useMemo(() => data && new Map(data.dataList.map((standing) => [standing.staffId, standing])), [data])
}
