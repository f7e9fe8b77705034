import { use, useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  createSearchParams,
  type NavigateOptions,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  type URLSearchParamsInit,
  useLocation,
  useNavigate,
} from 'react-router'

type Next = URLSearchParamsInit | ((before: URLSearchParams) => URLSearchParamsInit)
export type SetAddress = (next: Next, options?: NavigateOptions) => void

/**
 * The parameters of the address, to read and to change. The router draws a new address in a transition, so `useSearchParams` still tells the
 * former one for as long as a slow machine takes: what was chosen first would be lost by what is chosen next. Here the address is told as soon
 * as it is so, and what is shown of it follows at once. While another screen is on its way, that of this screen.
 */
export function useAddress(): readonly [URLSearchParams, SetAddress] {
  const router = use(RouterContext)?.router
  const drawnPath = use(RouterStateContext)?.location.pathname
  const drawn = useLocation().search
  const newest = () => {
    const location = router?.state.location
    return location && location.pathname === drawnPath ? location.search : drawn
  }
  const search = useSyncExternalStore(
    useCallback((tell: () => void) => router?.subscribe(tell) ?? (() => undefined), [router]),
    newest,
  )
  const params = useMemo(() => new URLSearchParams(search), [search])
  const navigate = useNavigate()
  const set = useCallback<SetAddress>(
    (next, options) => {
      const init = typeof next === 'function' ? next(new URLSearchParams(params)) : next
      void navigate(`?${createSearchParams(init)}`, options)
    },
    [navigate, params],
  )
  return [params, set]
}
