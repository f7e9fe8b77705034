import { useLoad } from '@kaopei/web/candidate'
import { useStore } from '@kaopei/web/client'
import { useCallback, useEffect, useRef } from 'react'
import { creditCount } from './kept-reports.ts'

/** As `useLoad`; asked again when the server credits something meanwhile or later: what a player tells as it is left comes after the page that follows. */
export function useCreditedLoad<T>(read: () => Promise<T>) {
  const count = useStore(creditCount)
  const asOf = useRef(count)
  const load = useCallback(() => {
    asOf.current = creditCount.get()
    return read()
  }, [read])
  const loaded = useLoad(load)
  const { reload } = loaded
  useEffect(() => {
    if (asOf.current !== count) reload()
  }, [count, reload])
  return loaded
}
