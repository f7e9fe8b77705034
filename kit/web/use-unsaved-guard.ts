import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmLeaving } from './notify.tsx'

/** Asks before unsaved input is lost: on leaving for another screen, and (in the browser's own words) on closing the page. */
export function useUnsavedGuard(isUnsaved: () => boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isLeaving = currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login'
    return isLeaving && isUnsaved()
  })
  // The router's blocked state is an event to be answered, not something to draw.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeaving().then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  // The browser asks by itself, if told to.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
