import { useEffect, useState } from 'react'
import { watchPage } from '../session/leave-watch.ts'
import type { SittingSession } from '../session/session.ts'

/** Full screen, leaving the window, copying and pasting, as the exam's rules have them. */
export function useExamRules(session: SittingSession, isActive: boolean) {
  const { permitFullScreen, permitCopyPaste, switchScreenNumberLimit } = session.sheet.rules
  const [notice, setNotice] = useState<string | null>(null)
  const asksFullScreen = permitFullScreen && canFullScreen()
  const isFull = useFullScreen()

  // The window's own events tell of leaving; React has none for them.
  useEffect(() => {
    if (!isActive) return
    return watchPage(
      () => asksFullScreen,
      (durationMs) => {
        if (session.pictures.takeChoice()) {
          session.report('pickFile', { durationMs })
          return
        }
        session.report('leave', { durationMs })
        setNotice(leaveWords(session.view.get().leaves, switchScreenNumberLimit, durationMs))
      },
    )
  }, [session, isActive, asksFullScreen, switchScreenNumberLimit])

  // Esc leaves the full screen without asking the page.
  useEffect(() => {
    if (!isActive || !asksFullScreen) return
    const look = () => {
      if (document.fullscreenElement === null && !session.pictures.isChoosing) session.report('fullscreenExit')
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [session, isActive, asksFullScreen])

  // Refusing to copy means listening before the browser acts, on the whole page.
  useEffect(() => {
    if (!isActive || permitCopyPaste) return
    const refuse = (event: ClipboardEvent) => {
      event.preventDefault()
      session.report(event.type === 'paste' ? 'paste' : 'copy', { detail: event.type })
      setNotice('本场考试不允许复制、粘贴。')
    }
    const names = ['copy', 'cut', 'paste'] as const
    for (const name of names) document.addEventListener(name, refuse)
    return () => {
      for (const name of names) document.removeEventListener(name, refuse)
    }
  }, [session, isActive, permitCopyPaste])

  // A notice that stays for ever is no longer read.
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), 10_000)
    return () => clearTimeout(timer)
  }, [notice])

  return { notice, needsFullScreen: asksFullScreen && !isFull, enterFullScreen }
}

/** 超过 is more than the limit; the server counts and closes the paper. */
export function leaveWords(leaves: number, limit: number, durationMs: number): string {
  const seconds = `本次 ${Math.max(1, Math.round(durationMs / 1000))} 秒`
  if (limit === 0) return `您第 ${leaves} 次离开考试窗口（${seconds}），此情况会被记录。`
  const counted = `您第 ${leaves} 次离开考试窗口（${seconds}），共允许 ${limit} 次`
  return leaves > limit ? `${counted}，已超过，系统将自动交卷。` : `${counted}，超过后将自动交卷。`
}

export function canFullScreen(): boolean {
  return document.fullscreenEnabled === true
}

/** Only a click may ask for it; a browser that refuses is no reason to keep anybody from the exam. */
export function enterFullScreen(): void {
  void document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined)
}

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null)
  // Esc leaves the full screen without asking the page.
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return isFull
}
