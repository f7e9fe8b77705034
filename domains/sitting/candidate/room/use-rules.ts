import { useEffect, useState } from 'react'
import { watchPage } from '../session/leave-watch.ts'
import type { Phase, SittingSession } from '../session/session.ts'
import { wordsOfLeave } from './leave-words.ts'

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

/** Without network the server counts this one later. */
function leaveWords({ view, sheet }: Pick<SittingSession, 'view' | 'sheet'>, durationMs: number): string {
  const { leaves, awayMs, isHeartLost } = view.get()
  return wordsOfLeave({ leaves: isHeartLost ? leaves + 1 : leaves, awayMs, durationMs }, sheet.rules)
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
