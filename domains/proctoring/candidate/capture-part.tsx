import type { RoomPartProps } from '@kaopei/sitting/candidate'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { PanelProps } from './capture/panel.tsx'
import { type Plan, waitForPlan } from './capture/plan.ts'

interface Loaded {
  readonly plan: Plan
  readonly Panel: ComponentType<PanelProps>
}

/** Asks what is recorded of the open attempt. Only where something is does the code that records come at all. */
export function CapturePart(props: RoomPartProps): ReactNode {
  const { room } = props
  const [loaded, setLoaded] = useState<Loaded>()
  const [turn, setTurn] = useState(0)
  const renew = useCallback(() => setTurn((before) => before + 1), [])
  // What is recorded is the server's word, given when the page opens and when something of it was taken back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks anew
  useEffect(() => {
    let isOver = false
    const load = async () => {
      const plan = await waitForPlan(room.attemptId, () => !isOver)
      if (!plan || plan.streams.length === 0) return
      const { default: Panel } = await import('./capture/panel.tsx')
      if (!isOver) setLoaded({ plan, Panel })
    }
    void load().catch(() => undefined) // the recording's file did not come: what is missing then shows on the server as a gap
    return () => {
      isOver = true
      setLoaded(undefined)
    }
  }, [room, turn])
  return loaded && <loaded.Panel {...props} plan={loaded.plan} onWithdrawn={renew} />
}
