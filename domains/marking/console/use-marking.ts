/** One answer being marked: the marks, their draft, the lock, and handing in. Keyed by the answer, so nothing of one reaches the next. */
import { apiCodes, call, isApiError, report, serverNow } from '@kaopei/web/client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { markingErrors } from '../contract/errors.ts'
import { reviewTask } from '../contract/review-task.ts'
import type { DeskTask, Progress } from '../contract/shapes.ts'
import { type Marks, startingMarks, whyNotSave } from './marks.ts'

export interface Saved {
  readonly isPaperDone: boolean
  readonly progress: Progress
}

export interface Conflict {
  readonly message: string
  readonly current: z.output<typeof shownMarks>
}

/** What the server answers a save that lost with, as it arrives here. */
const shownMarks = z.object({
  score: z.number().nullable(),
  comment: z.string(),
  markerName: z.string().nullable(),
  markedAt: z.string().nullable(),
})

export type DraftState = { kind: 'none' | 'waiting' | 'saving' | 'failed' } | { kind: 'saved'; at: string }

export interface Marking {
  readonly marks: Marks
  readonly change: (next: Marks) => void
  readonly draft: DraftState
  readonly lockedUntil: string | null
  /** Somebody else has, or has marked, this answer. */
  readonly conflict: Conflict | null
  readonly problem: string | null
  readonly isSaving: boolean
  /** Hands in; undefined when it was refused, which has been shown. */
  readonly save: () => Promise<Saved | undefined>
  /** Sends a draft that has not been sent yet, before the desk is left. */
  readonly flush: () => Promise<void>
  readonly isUnsaved: () => boolean
  readonly keepLock: () => void
}

const draftPauseMs = 1_500
const renewEveryMs = 60_000

export function useMarking(task: DeskTask): Marking {
  const [marks, setMarks] = useState(() => startingMarks(task))
  const [draft, setDraft] = useState<DraftState>({ kind: 'none' })
  const [lockedUntil, setLockedUntil] = useState(task.lock?.isMine ? task.lock.until : null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const latest = useRef(marks)
  const isDirty = useRef(false)
  const isBusy = useRef(false)
  const renewedAt = useRef(Date.now())
  const key = { attemptId: task.attemptId, slot: task.slot }

  const change = (next: Marks) => {
    if (!task.mayEdit || conflict) return
    latest.current = next
    isDirty.current = true
    setMarks(next)
    setProblem(null)
    setDraft({ kind: 'waiting' })
  }

  const flush = async () => {
    if (!isDirty.current || !task.mayEdit) return
    isDirty.current = false
    setDraft({ kind: 'saving' })
    try {
      const saved = await call(reviewTask.saveDraft, { ...key, version: task.version, ...latest.current }, { silent: true })
      renewedAt.current = Date.now()
      setLockedUntil(saved.lockedUntil)
      setDraft({ kind: 'saved', at: saved.savedAt })
    } catch {
      isDirty.current = true
      setDraft({ kind: 'failed' })
    }
  }

  const flushLatest = useEffectEvent(() => void flush())
  // A pause in the work is what starts a draft's saving.
  useEffect(() => {
    if (draft.kind !== 'waiting' && draft.kind !== 'failed') return
    const timer = setTimeout(flushLatest, draft.kind === 'failed' ? 5_000 : draftPauseMs)
    return () => clearTimeout(timer)
  }, [draft])

  // Whatever takes the answer off the desk: what was typed last goes along as a draft.
  useEffect(() => () => flushLatest(), [])

  const save = async (): Promise<Saved | undefined> => {
    if (isBusy.current || !task.mayEdit || conflict) return undefined
    const given = latest.current
    const missing = whyNotSave(given, task)
    if (missing !== undefined || given.score === null) {
      setProblem(missing ?? null)
      return undefined
    }
    isBusy.current = true
    setSaving(true)
    try {
      const saved = await call(
        reviewTask.saveScore,
        { ...key, version: task.version, ...given, score: given.score },
        { silent: true },
      )
      isDirty.current = false
      return saved
    } catch (error) {
      const lost = conflictOf(error)
      if (lost) {
        isDirty.current = false
        setDraft({ kind: 'none' })
        setLockedUntil(null)
        setConflict(lost)
      } else if (isApiError(error, apiCodes.invalid) || isMarkingProblem(error)) setProblem(error.message)
      else report(error, reviewTask.saveScore.facts.path)
      return undefined
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  const keepLock = () => {
    if (lockedUntil === null || conflict || Date.now() - renewedAt.current < renewEveryMs) return
    renewedAt.current = Date.now()
    call(reviewTask.keepLock, { attemptId: task.attemptId, slots: [task.slot] }, { silent: true })
      .then((kept) => setLockedUntil(kept.slots.length > 0 ? kept.lockedUntil : null))
      .catch(() => undefined) // the next activity tries again; the countdown shows what stands
  }

  return {
    marks,
    change,
    draft,
    lockedUntil,
    conflict,
    problem,
    isSaving,
    save,
    flush,
    isUnsaved: () => isDirty.current,
    keepLock,
  }
}

/** Milliseconds that an answer still stays on the desk, by the server's clock. */
export function lockLeft(until: string): number {
  return Math.max(0, Date.parse(until) - serverNow())
}

function conflictOf(error: unknown): Conflict | null {
  const codes: readonly number[] = [apiCodes.changed, markingErrors.locked.code, markingErrors.doneByOther.code]
  if (!isApiError(error) || !codes.includes(error.code)) return null
  const current = shownMarks.safeParse(error.data)
  return current.success ? { message: error.message, current: current.data } : null
}

function isMarkingProblem(error: unknown): error is Error {
  const codes = Object.values(markingErrors).map(({ code }) => code)
  return isApiError(error) && codes.some((code) => code === error.code)
}
