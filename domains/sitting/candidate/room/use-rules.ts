import { useEffect, useState } from 'react'
import { watchPage } from '../session/leave-watch.ts'
import type { Phase, SittingSession } from '../session/session.ts'

/** Full screen, leaving the window, copying and pasting, as the exam's rules have them. */
export function useExamRules(session: SittingSession, phase: Phase) {
  const isActive = phase === 'answering'
  const { permitFullScreen, permitCopyPaste } = session.sheet.rules
  const [notice, setNotice] = useState<string | null>(null)
  const asksFullScreen = permitFullScreen && canFullScreen()
  const isFull = useFullScreen()

  // The window's own events tell of leaving; React has none for them.
  useEffect(() => {
    if (phase !== 'answering' && phase !== 'paused') return
    return watchPage(
      { asksFullScreen: () => asksFullScreen, dialog: () => session.dialog },
      {
        signal: (presence, isAnnounced) => {
          session.report('signal', { presence })
          if (isAnnounced) void session.tell()
        },
        back: (durationMs, dialog) => {
          session.endDialog()
          if (phase === 'answering' && dialog === undefined)
            void session.tell().then(() => setNotice(leaveWords(session, durationMs)))
        },
      },
    )
  }, [session, phase, asksFullScreen])

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
function leaveWords({ view, sheet }: Pick<SittingSession, 'view' | 'sheet'>, durationMs: number): string {
  const { switchScreenNumberLimit: limit, switchScreenSeconds: most, switchScreenSecondsSum: isSum } = sheet.rules
  const { leaves: known, awayMs, isHeartLost } = view.get()
  // Without network the server counts this one later.
  const leaves = isHeartLost ? known + 1 : known
  const counted = isSum ? `，累计 ${Math.round(awayMs / 1000)} 秒` : ''
  const allowed = most === 0 ? '' : `${counted}，${isSum ? '累计' : '单次'}共允许 ${most} 秒`
  const seconds = `本次 ${Math.max(1, Math.round(durationMs / 1000))} 秒${allowed}`
  return wordsOfCount(leaves, limit, seconds)
}

function wordsOfCount(leaves: number, limit: number, seconds: string): string {
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
