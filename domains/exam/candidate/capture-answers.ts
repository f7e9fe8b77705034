/** What is agreed to of an exam's recordings; its screens come where an exam records (capture-consents.tsx). */
import { type CaptureKind, consentState } from '../contract/capture-consent.ts'
import type { Notice } from '../contract/entry.ts'

export type Answers = Readonly<Partial<Record<CaptureKind, boolean>>>

/** Something that is recorded has neither consent nor exemption. */
export function needsAnswer({ consents }: Notice): boolean {
  return consents.some(({ state }) => state !== consentState.agreed && state !== consentState.exempted)
}

export function firstAnswers({ consents }: Notice): Answers {
  const given = consents.flatMap(({ kind, state }) => {
    if (state === consentState.agreed) return [[kind, true]]
    return state === consentState.refused ? [[kind, false]] : []
  })
  return Object.fromEntries(given)
}
