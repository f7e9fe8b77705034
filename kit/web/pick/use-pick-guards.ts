import { useEffect, useRef, useState } from 'react'
import type { PickApi, Picked, PickGuard } from './pick.ts'

export type Verdict =
  | { readonly kind: 'go'; readonly extra: readonly Picked[] }
  | { readonly kind: 'stop'; readonly text?: string }

export interface PickGuards {
  readonly add: (tabKey: string, guard: PickGuard) => () => void
  readonly hasDraft: () => boolean
  /** What all tabs say, the open one first. */
  readonly ask: (shownTab: string | undefined) => Verdict
}

/** The guards of a drawer's tabs, by tab. */
export function usePickGuards(): PickGuards {
  const [guards] = useState(() => new Map<PickGuard, string>())
  const [api] = useState<PickGuards>(() => ({
    add: (tabKey, guard) => {
      guards.set(guard, tabKey)
      return () => void guards.delete(guard)
    },
    hasDraft: () => [...guards.keys()].some((guard) => guard.hasDraft?.() ?? false),
    ask: (shownTab) => {
      const extra: Picked[] = []
      const inOrder = [...guards].sort(([, one], [, other]) => Number(other === shownTab) - Number(one === shownTab))
      for (const [guard, tabKey] of inOrder) {
        const answer = guard.check(tabKey === shownTab)
        if (answer === false) return { kind: 'stop' }
        if (typeof answer === 'string') return { kind: 'stop', text: answer }
        if (answer !== true) extra.push(...answer)
      }
      return { kind: 'go', extra }
    },
  }))
  return api
}

/** A tab's guard for as long as the tab is there; always the one of the last drawing. */
export function usePickGuard({ guard }: Pick<PickApi, 'guard'>, current: PickGuard): void {
  const last = useRef(current)
  // The drawer asks outside of drawing, so what it asks must be what was drawn last.
  useEffect(() => {
    last.current = current
  })
  // Registering is a matter of the tab being there, which only an effect knows.
  useEffect(
    () => guard({ hasDraft: () => last.current.hasDraft?.() ?? false, check: (isShown) => last.current.check(isShown) }),
    [guard],
  )
}
