import { call, isApiError, session } from '@kaopei/web/client'
import { useEffect, useRef, useState } from 'react'
import type { Answers } from '../contract/answers.ts'
import { answerState } from '../contract/codes.ts'
import { type OpenedQuestionnaire, questionnaireLearn } from '../contract/learn.ts'
import { type KeptSheet, keepSheet, newSheet, ownKey } from './kept/sheets.ts'

const restMs = 1200
const retryMs = 8000
/** Somebody else's version is newer. */
const changedCode = 1007

type Saving = 'idle' | 'saving' | 'saved' | 'unsent'

/**
 * Answers as they are given: to this device at once, to the server after a moment's rest. What this device has and the server has not counts where the
 * server has nothing newer.
 */
export function useNamedAnswers(opened: OpenedQuestionnaire, kept: KeptSheet | undefined) {
  const { questionnaireId, partialVersion } = opened
  const isDraft = opened.state !== answerState.answered
  const isOurs = isDraft && kept !== undefined && kept.partialVersion === partialVersion
  const [answers, setAnswers] = useState<Answers>(isOurs ? kept.answers : opened.answers)
  const [saving, setSaving] = useState<Saving>('idle')
  const [isElsewhere, setElsewhere] = useState(false)
  const state = useRef({ answers, version: partialVersion, isDirty: isOurs, isStopped: !isDraft, isRunning: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = ownKey(session.get()?.staffId ?? '', questionnaireId)

  const later = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), ms)
  }
  const save = async () => {
    const now = state.current
    if (now.isStopped || now.isRunning || !now.isDirty) return
    now.isRunning = true
    now.isDirty = false
    setSaving('saving')
    try {
      const input = { questionnaireId, answers: { ...now.answers }, partialVersion: now.version }
      const saved = await call(questionnaireLearn.savePartial, input, { silent: true })
      now.version = saved.partialVersion
      await keepSheet(key, newSheet(now.answers, opened.seed, now.version))
      setSaving('saved')
    } catch (error) {
      now.isDirty = true
      if (isApiError(error, changedCode)) {
        now.isStopped = true
        setElsewhere(true)
      } else {
        setSaving('unsent')
        later(retryMs)
      }
    }
    now.isRunning = false
    if (now.isDirty && !now.isStopped) later(restMs)
  }
  const first = useRef(save)
  // What was written without network goes to the server when it is opened again; a timer outlives the page otherwise.
  useEffect(() => {
    if (state.current.isDirty) timer.current = setTimeout(() => void first.current(), restMs)
    return () => clearTimeout(timer.current)
  }, [])
  return {
    answers,
    saving,
    isElsewhere,
    change: (next: Answers) => {
      setAnswers(next)
      const now = state.current
      Object.assign(now, { answers: next, isDirty: true })
      if (!isDraft) return
      void keepSheet(key, newSheet(next, opened.seed, now.version))
      later(restMs)
    },
    stop: () => {
      state.current.isStopped = true
      clearTimeout(timer.current)
    },
    goOn: () => {
      state.current.isStopped = !isDraft
      if (state.current.isDirty) later(restMs)
    },
  }
}
