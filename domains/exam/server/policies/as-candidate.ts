/** What holds for one candidate, seen by somebody else: decided by the function that decides at the start. */
import type { Db } from '@kaopei/server'
import type { Terms } from '@kaopei/sitting/server'
import { captureKind } from '../../contract/capture-consent.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { type EntryRow, findEntry } from '../entry.sql.ts'
import { effectiveOf, settingsOf, timesOf } from '../entry.ts'
import { findCandidate } from '../people/candidate.sql.ts'
import type { EffectiveTimes } from '../rules/effective-times.ts'
import { rulesOf } from '../times/terms.ts'

export interface CandidateTerms {
  readonly name: string
  readonly entry: EntryRow
  readonly settings: ExamSettings
  readonly times: EffectiveTimes
  readonly terms: Terms
  readonly captureLabels: string[]
}

/** Undefined where the person is no candidate within the scope. */
export async function termsOfCandidate(db: Db, who: Parameters<typeof findCandidate>[1]): Promise<CandidateTerms | undefined> {
  const person = await findCandidate(db, who)
  const entry = person && (await findEntry(db, who.examId, who.staffId))
  if (!person || !entry?.candidate) return undefined
  const settings = settingsOf(entry)
  const times = timesOf(entry)
  const { terms, capture, rules } = effectiveOf(entry, settings)
  return {
    ...{ name: person.name, entry, settings, times },
    terms: { ...rulesOf(entry, settings), ...rules, ...terms, safeKeys: entry.safeKeys },
    captureLabels: capture.map(({ kind }) => captureKind.label(kind)),
  }
}

/** When they would begin: now, or at the opening of an exam that is not open. */
export function wouldBeginAt({ openAt, closeAt }: EffectiveTimes, now: Date): Date {
  if (openAt !== null && (now < openAt || (closeAt !== null && now >= closeAt))) return openAt
  return closeAt !== null && now >= closeAt ? new Date(closeAt.getTime() - 24 * 3_600_000) : now
}

/** What of it the page itself does not show. */
export function factsOf({ terms, captureLabels }: CandidateTerms): string[] {
  const { absenceLimit, absenceSeconds, addsAbsences, isFullScreen, safeKeys, comfort } = terms
  const seconds = absenceSeconds === 0 ? '' : `，${addsAbsences ? '累计' : '单次'}超过 ${absenceSeconds} 秒收卷`
  return [
    `监考采集：${captureLabels.length === 0 ? '不采集' : captureLabels.join('、')}`,
    absenceLimit === 0 && seconds === ''
      ? '离开窗口只记录'
      : `离开${absenceLimit === 0 ? '' : `超过 ${absenceLimit} 次收卷`}${seconds}`,
    ...(isFullScreen ? ['要求全屏'] : []),
    ...(Object.keys(safeKeys).length > 0 ? ['须用 Safe Exam Browser'] : []),
    ...(comfort.isScreenReader ? ['使用读屏软件'] : []),
  ]
}
