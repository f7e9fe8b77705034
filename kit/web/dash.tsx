import type { ReactNode } from 'react'
import { dash } from './format.ts'

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === ''

/** A value, or the dash that empty cells show. */
export function Dash({ children }: { readonly children?: ReactNode }): ReactNode {
  return isEmpty(children) ? <span className="kp-dash">{dash}</span> : children
}
