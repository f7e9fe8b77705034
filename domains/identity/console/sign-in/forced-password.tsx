import { useSession } from '@kaopei/web/client'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { usePerson } from '../own/person.ts'
import { isPasswordDialogShown } from './is-password-dialog-shown.ts'

const Dialog = lazy(() => import('./forced-password-dialog.tsx'))

/** The dialog that stands before everything else while the password must be changed. */
export function ForcedPassword(): ReactNode {
  const { pathname } = useLocation()
  const known = usePerson()
  const isViewing = useSession()?.viewing !== undefined
  if (!isPasswordDialogShown(known?.staff.changePasswordFlag, pathname, isViewing)) return null
  return (
    <Suspense>
      <Dialog />
    </Suspense>
  )
}
