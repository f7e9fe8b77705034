import type { OutputOf } from '@kaopei/contract'
import { call } from '@kaopei/web/client'
import { useEffect, useState } from 'react'
import { type HallStream, hallStreams } from '../../contract/hall-streams.ts'

export interface Streams {
  /** 0 (at rest) to 10; undefined: not known yet. */
  readonly load: number | undefined
  readonly of: ReadonlyMap<string, readonly HallStream[]>
}

const askEveryMs = 15_000
const nothing: Streams = { load: undefined, of: new Map() }

/** What is recorded of the candidates on the screen. */
export function useStreams(examId: string, attemptIds: readonly string[]): Streams {
  const [streams, setStreams] = useState(nothing)
  const wanted = attemptIds.toSorted().join(',')
  // The clock asks; an answer that takes long is waited for.
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      const asked = { examId, attemptIds: wanted === '' ? [] : wanted.split(',') }
      const told = await call(hallStreams.states, asked, { silent: true, timeoutMs: 10_000 }).catch(() => undefined)
      if (isOver) return
      if (told) setStreams(shownOf(told))
      timer = setTimeout(() => void turn(), askEveryMs)
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [examId, wanted])
  return streams
}

function shownOf({ load, dataList }: OutputOf<typeof hallStreams.states>): Streams {
  return { load, of: new Map(dataList.map(({ attemptId, streams }) => [attemptId, streams])) }
}
