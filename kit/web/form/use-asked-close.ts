import { useCallback, useRef } from 'react'
import { confirmLeaving } from '../notify.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** Closes a drawer whose fields are not a form's: what was typed is not lost without being asked for, on leaving the page neither. */
export function useAskedClose(isChanged: boolean, close: () => void): () => void {
  const changed = useRef(isChanged)
  changed.current = isChanged
  useUnsavedGuard(useCallback(() => changed.current, []))
  return () => {
    if (!isChanged) return close()
    void confirmLeaving().then((isSure) => {
      if (isSure) close()
    })
  }
}
