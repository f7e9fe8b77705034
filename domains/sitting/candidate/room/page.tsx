import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call, isApiError, isRecord, report } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { sittingErrors } from '../../contract/errors.ts'
import type { Sheet } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { isNoWord } from '../session/inherit-lease.ts'
import { findPaper, forgetPaper } from '../session/kept-paper.ts'
import { safeHeaders } from '../session/safe-proof.ts'
import { SittingSession } from '../session/session.ts'
import { deviceName } from '../session/tab-lease.ts'
import { ExamRoom } from './room.tsx'

/** The sheet that `start` just answered, so that entering asks for it once. */
let handedOver: Sheet | undefined
export function handOver(sheet: Sheet): void {
  handedOver = sheet
}

/** A sitting by its address: the same after a reload, a crash, on another device. */
export function SitPage({ id: attemptId, go }: PageProps): ReactNode {
  const [session, setSession] = useState<SittingSession>()
  const load = useCallback(async () => {
    const sheet = handedOver?.attemptId === attemptId ? handedOver : undefined
    handedOver = undefined
    const kept = sheet ? undefined : await findPaper(attemptId)
    try {
      // Whoever has the paper here need not wait long for a network that is none.
      const options = { headers: safeHeaders(), ...(kept && { silent: true, timeoutMs: 8000 }) }
      return await SittingSession.open(sheet ?? (await call(sitting.resume, { attemptId, device: await deviceName() }, options)))
    } catch (error) {
      if (kept && isNoWord(error)) return SittingSession.open(kept.sheet, kept.anchor)
      if (isOver(error)) {
        await forgetPaper(attemptId)
        go(`/result/${attemptId}`)
      } else if (kept) report(error)
      throw error
    }
  }, [attemptId, go])
  const loaded = useLoad(load, dispose)
  const opened = loaded.data
  // The session lives as long as this page shows it; what it holds open must be closed by somebody.
  useEffect(() => {
    setSession(opened)
    return () => opened?.dispose()
  }, [opened])
  const leave = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    const isIn = session?.view.get().phase === 'handedIn'
    go(isIn ? `/result/${attemptId}` : '/')
  }, [session, go, attemptId])
  return (
    <Show loaded={session ? { ...loaded, data: session } : { ...loaded, data: undefined }}>
      {(open) => <ExamRoom session={open} onLeave={leave} />}
    </Show>
  )
}

const dispose = (session: SittingSession) => session.dispose()

function isOver(error: unknown): boolean {
  if (!isApiError(error, sittingErrors.mayNotEnter.code) || !isRecord(error.data)) return false
  return error.data.refusal === 'closed' || error.data.refusal === 'timeIsUp'
}
