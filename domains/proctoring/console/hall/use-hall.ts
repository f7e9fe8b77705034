import { call } from '@kaopei/web/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type HallRow, hall } from '../../contract/hall.ts'
import { byUrgency } from '../../contract/hall-order.ts'

export interface HallView {
  readonly name: string
  readonly mayEndExam: boolean
  readonly hasRooms: boolean
  readonly rows: readonly HallRow[]
}

const askEveryMs = 3000
/** Who is silent changes by saying nothing, and newcomers have no news: now and then everybody is asked for. */
const wholeEvery = 10

/** The hall as it is: what is new every three seconds, everybody every half minute. */
export function useHall(examId: string) {
  const [view, setView] = useState<HallView>()
  const [error, setError] = useState<unknown>()
  const [isLate, setLate] = useState(false)
  const known = useRef<{ rows: Map<string, HallRow>; since: string | undefined; turn: number }>(fresh())

  const ask = useCallback(
    async (isWholeAsked = false) => {
      const { rows, since, turn } = known.current
      const isWhole = isWholeAsked || since === undefined || turn % wholeEvery === 0
      try {
        const told = await call(hall.watch, { examId, ...(!isWhole && { since }) }, { silent: true, timeoutMs: 10_000 })
        const merged = isWhole ? new Map<string, HallRow>() : rows
        for (const row of told.dataList) merged.set(row.staffId, row)
        known.current = { rows: merged, since: told.serverTime, turn: turn + 1 }
        const { name, mayEndExam, hasRooms } = told
        setView({ name, mayEndExam, hasRooms, rows: [...merged.values()].sort(byUrgency) })
        setError(undefined)
        setLate(false)
      } catch (cause) {
        setError(cause)
        setLate(true)
      }
    },
    [examId],
  )

  // The clock asks; an answer that takes long is waited for.
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    known.current = fresh()
    const turn = () =>
      void ask().then(() => {
        if (!isOver) timer = setTimeout(turn, askEveryMs)
      })
    turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask])

  return { view, error, isLate, ask }
}

function fresh() {
  return { rows: new Map<string, HallRow>(), since: undefined, turn: 0 }
}
