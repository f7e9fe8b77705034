import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { redirectTarget } from './redirect-target.ts'

/** Leaves the screen and enters it again: how a view is refreshed. */
export default function RedirectPage(): ReactNode {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  return <Navigate to={redirectTarget(rest, search)} replace />
}
