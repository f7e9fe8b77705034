import { createContext, useContext } from 'react'
import type { RouteSpec } from './route-spec.ts'

/** The screen being shown. */
export const CurrentRoute = createContext<RouteSpec | undefined>(undefined)

/** The menu that the screen belongs to, as the server knows it: a step of a wizard has the data scope of the wizard's menu, not one of its own. */
export function useRouteName(): string {
  const route = useContext(CurrentRoute)
  return route?.menu ?? route?.name ?? ''
}
