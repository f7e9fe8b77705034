/**
 * What holds for one candidate: of the exam's settings, their times and what is arranged for them. The one place that decides for timers (`terms`),
 * capture (`capture`) and counting (`rules`); the start of an attempt, a change while it runs and the view as this candidate all ask it.
 */
import type { Rules, TimeTerms } from '@kaopei/sitting/server'
import type { CandidatePolicy } from '../../contract/candidate-policy.ts'
import { type CaptureKind, captureKind } from '../../contract/capture-consent.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { captureKindsOf } from './capture-kinds.ts'
import { type EffectiveTimes, timeTermsOf } from './effective-times.ts'

export interface Effective {
  readonly terms: TimeTerms
  readonly capture: readonly { readonly kind: CaptureKind; readonly text: string }[]
  readonly rules: Pick<Rules, 'absenceLimit' | 'absenceSeconds' | 'isFullScreen' | 'comfort'>
}

const cameras: ReadonlySet<CaptureKind> = new Set([captureKind.photo, captureKind.camera, captureKind.second])

export function effectivePolicy(settings: ExamSettings, times: EffectiveTimes, own: CandidatePolicy | null): Effective {
  return {
    terms: timeTermsOf(times),
    capture: captureKindsOf(settings).filter(({ kind }) => mayCapture(kind, own)),
    rules: { ...countingOf(settings, own), comfort: comfortOf(own) },
  }
}

export function mayCapture(kind: CaptureKind, own: Pick<CandidatePolicy, 'isWithoutCamera'> | null): boolean {
  return !(own?.isWithoutCamera && cameras.has(kind))
}

/** Help software takes the focus and knows no full screen: absences are noted, and hand nothing in. */
function countingOf(settings: ExamSettings, own: CandidatePolicy | null) {
  const { switchScreenNumberLimit, switchScreenSeconds, permitFullScreen } = settings
  if (own?.isScreenReader) return { absenceLimit: 0, absenceSeconds: 0, isFullScreen: false }
  return { absenceLimit: switchScreenNumberLimit, absenceSeconds: switchScreenSeconds, isFullScreen: permitFullScreen }
}

function comfortOf(own: CandidatePolicy | null): Rules['comfort'] {
  if (!own) return {}
  const { fontPercent, isScreenReader, timerMinutes, breakCount, breakMinutes } = own
  return {
    ...(fontPercent !== 100 && { fontPercent }),
    ...(isScreenReader && { isScreenReader }),
    ...(timerMinutes.length > 0 && { timerMinutes: [...timerMinutes].sort((one, other) => other - one) }),
    ...(breakCount > 0 && { breakCount, breakMinutes }),
  }
}
