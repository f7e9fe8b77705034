/** What lies on the marker's desk, and how it gets there: one answer after the other, or one paper after the other. */
import { useCall } from '@kaopei/web'
import { call, isApiError, report } from '@kaopei/web/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import type { DeskTask, Progress } from '../contract/shapes.ts'
import { type Paper, type PaperItem, slotAfter, slotBeside } from './paper-order.ts'

export type Direction = 'next' | 'previous'

export interface Desk {
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly task: DeskTask | null
  /** The question being looked at in a paper, also one that a machine has scored. */
  readonly item: PaperItem | null
  readonly paper: Paper | null
  readonly progress: Progress | null
  readonly go: (direction: Direction) => Promise<void>
  /** After the answer on the desk was handed in. */
  readonly goOn: (isPaperDone: boolean) => Promise<void>
  readonly select: (slot: number) => void
  readonly setProgress: (progress: Progress) => void
  readonly reload: () => void
}

interface Loaded {
  readonly task: DeskTask | null
  readonly progress: Progress | null
  readonly error: Error | null
  readonly isLoading: boolean
}

const nothing: Loaded = { task: null, progress: null, error: null, isLoading: true }

/** 按题阅: the server hands out one answer at a time. */
export function useQuestionDesk(examId: string, questionId: string | undefined, isOn: boolean): Desk & { isLast: boolean } {
  const [state, setState] = useState(nothing)
  const [isLast, setLast] = useState(false)
  const step = async (direction: Direction, from?: DeskTask) => {
    setState((before) => ({ ...before, isLoading: true, error: null }))
    try {
      const key = from && { attemptId: from.attemptId, slot: from.slot }
      const { task, progress } = await call(reviewTask.next, { examId, questionId, from: key, direction }, { silent: true })
      const isNowhere = task === null && from !== undefined && from.state !== 2
      setLast(isNowhere)
      // Nowhere to go keeps what lies on the desk.
      setState({
        task: isNowhere || (direction === 'previous' && !task) ? (from ?? null) : task,
        progress,
        error: null,
        isLoading: false,
      })
    } catch (error) {
      setState((before) => ({ ...before, isLoading: false, error: error instanceof Error ? error : new Error(String(error)) }))
    }
  }
  const first = useEffectEvent((_questionId: string | undefined) => void step('next'))
  // Taking an answer changes the server: it happens once per exam and question, not on every drawing.
  useEffect(() => {
    if (isOn && examId) first(questionId)
  }, [isOn, examId, questionId])
  const current = state.task ?? undefined
  return {
    ...state,
    isLast,
    retry: () => void step('next'),
    item: null,
    paper: null,
    go: (direction) => step(direction, current),
    goOn: () => step('next', current && { ...current, state: 2 }),
    select: () => undefined,
    setProgress: (progress) => setState((before) => ({ ...before, progress })),
    reload: () => void openAgain(current, setState),
  }
}

async function openAgain(task: DeskTask | undefined, setState: (state: Loaded) => void): Promise<void> {
  if (!task) return
  try {
    const opened = await call(reviewTask.open, { attemptId: task.attemptId, slot: task.slot })
    setState({ ...opened, error: null, isLoading: false })
  } catch {
    // The call has shown why.
  }
}

/** 按卷阅: one candidate's paper with its open answers locked; `attemptId` is kept in the address. */
export function usePaperDesk(
  examId: string,
  attemptId: string | undefined,
  { isOn, moveTo }: { isOn: boolean; moveTo: (attemptId: string) => void },
): Desk & { isLast: boolean } {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [slot, setSlot] = useState<number | null>(null)
  const [standing, setStanding] = useState<{ locked?: string; isEmpty: boolean; isLast: boolean; error: Error | null }>({
    isEmpty: false,
    isLast: false,
    error: null,
  })
  const isLocked = attemptId !== undefined && standing.locked === attemptId
  const paper = useCall(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: attemptId ?? '' }, { enabled: isOn && isLocked })

  const take = async (direction: Direction, from?: string, isFromDone = false) => {
    try {
      const found = await call(reviewTask.nextPaper, { examId, from, direction }, { silent: true })
      setProgress(found.progress)
      if (found.attemptId === null) {
        // Nowhere to go: a paper still open stays on the desk, a finished one is put away.
        const isEmpty = from === undefined || isFromDone
        return setStanding((before) => (isEmpty ? { isEmpty, isLast: false, error: null } : { ...before, isLast: true }))
      }
      setSlot(null)
      setStanding({ locked: found.attemptId, isEmpty: false, isLast: false, error: null })
      moveTo(found.attemptId)
    } catch (error) {
      if (from !== undefined) report(error, reviewTask.nextPaper.facts.path)
      else setStanding((before) => ({ ...before, error: isApiError(error) ? error : new Error(String(error)) }))
    }
  }
  const lockPaper = async (wanted: string) => {
    try {
      const opened = await call(reviewTask.openPaper, { attemptId: wanted }, { silent: true })
      setProgress(opened.progress)
      setSlot(null)
      setStanding({ locked: wanted, isEmpty: false, isLast: false, error: null })
    } catch (error) {
      setStanding((before) => ({ ...before, error: isApiError(error) ? error : new Error(String(error)) }))
    }
  }
  const begin = (wanted: string | undefined) => {
    if (wanted === undefined) void take('next')
    else if (standing.locked !== wanted) void lockPaper(wanted)
  }
  const beginWith = useEffectEvent(begin)
  // Locking a paper changes the server: once for each paper that is opened.
  useEffect(() => {
    if (isOn && examId) beginWith(attemptId)
  }, [isOn, examId, attemptId])

  const data = isLocked ? paper.data : undefined
  const chosen =
    data && (data.items.find((item) => item.slot === slot) ?? data.items.find((item) => item.slot === slotAfter(data, null)))
  const go = async (direction: Direction) => {
    const beside = data && chosen ? slotBeside(data, chosen.slot, direction) : undefined
    if (beside !== undefined) return setSlot(beside)
    await take(direction, attemptId)
  }
  return {
    isLoading: !standing.isEmpty && standing.error === null && data === undefined && paper.error === null,
    error: standing.error ?? paper.error,
    retry: () => (standing.isEmpty ? void take('next') : standing.error ? begin(attemptId) : paper.refetch()),
    task: chosen?.task ?? null,
    item: chosen ?? null,
    paper: data ?? null,
    progress,
    isLast: standing.isLast,
    go,
    goOn: async (isPaperDone) => {
      const following = data && chosen ? slotAfter(data, chosen.slot) : undefined
      if (isPaperDone || following === undefined) return take('next', attemptId, isPaperDone)
      setSlot(following)
      paper.refetch()
    },
    select: setSlot,
    setProgress,
    reload: paper.refetch,
  }
}
