import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmLeaving } from '../notify.tsx'

/** What is being edited now: a picker may stand in a drawer, and that on a page with a form. The router asks only one of them, so each asks for all. */
const guards = new Set<() => boolean>()
const isAnythingUnsaved = () => [...guards].some((isUnsaved) => isUnsaved())

/** Asks before unsaved input is lost: on leaving for another screen, and (in the browser's own words) on closing the page. */
export function useUnsavedGuard(isUnsaved: () => boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isLeaving = currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login'
    return isLeaving && isAnythingUnsaved()
  })
  // The router's blocked state is an event to be answered, not something to draw.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeaving().then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  // What is asked lies outside of React, and the browser asks by itself, if told to.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    guards.add(isUnsaved)
    window.addEventListener('beforeunload', ask)
    return () => {
      guards.delete(isUnsaved)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
}
