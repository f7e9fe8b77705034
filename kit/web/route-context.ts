import { createContext, useContext } from 'react'
import type { RouteSpec } from './route-spec.ts'

/** The screen being shown. */
export const CurrentRoute = createContext<RouteSpec | undefined>(undefined)

export function useRouteName(): string {
  return useContext(CurrentRoute)?.name ?? ''
}
