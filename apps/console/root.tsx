import { ForcedPassword, person } from '@kaopei/identity/parts'
import { queryClient, WebProviders } from '@kaopei/web'
import { session } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useBranding } from './branding.ts'
import { ProgressBar } from './frame/progress-bar.tsx'
import { useShownRoute } from './frame/shown-route.ts'
import { loginPath } from './guard.ts'

/** What every screen stands in. */
export function Root(): ReactNode {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const route = useShownRoute()
  useBranding(route?.title ?? '')
  const isPublic = route?.access === 'public'
  const goToLogin = useCallback(() => {
    if (!isPublic) void navigate(loginPath(pathname, search), { replace: true })
  }, [isPublic, navigate, pathname, search])
  // The session may end anywhere: in a call, in another tab. What was kept for its person goes with it.
  useEffect(
    () =>
      session.subscribe(() => {
        const isSameStaff = session.get()?.staffId === person.get()?.staff.id
        if (isSameStaff) return
        person.forget()
        queryClient.clear()
      }),
    [],
  )
  return (
    <WebProviders goToLogin={goToLogin} onMustChangePassword={person.demandPasswordChange}>
      <ProgressBar />
      <Outlet />
      <ForcedPassword />
      <SessionWatch goToLogin={goToLogin} />
    </WebProviders>
  )
}

/** Signing out in another tab signs out here. */
function SessionWatch({ goToLogin }: { readonly goToLogin: () => void }): ReactNode {
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== 'kaopei.session') return
      if (!session.get()) goToLogin()
      // Another person in this browser: everything on the screen was somebody else's.
      else if (person.get() && person.get()?.staff.id !== session.get()?.staffId) window.location.assign('/home')
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [goToLogin])
  return null
}
