/** What an exam asks of the device of one of its candidates, while it may be tried. */
import { captureKind, consentState } from '@kaopei/exam/contract/capture-consent'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import type { ExamSettings } from '@kaopei/exam/contract/exam-settings'
import {
  askedConsents,
  type EntryRow,
  type ExamRow,
  effectiveOf,
  examStatusAt,
  extendedClose,
  findEntry,
  needsSafeBrowser,
  settingsOf,
  timesOfCandidate,
} from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import type { SafeKeys } from '@kaopei/sitting/server'
import { type AskedOfDevice, flagsOf } from './rules/trial-state.ts'

export interface Asked extends AskedOfDevice {
  readonly name: string
  readonly openAt: Date | null
  readonly flags: string
  readonly safeKeys: SafeKeys
  readonly hasSafeConfig: boolean
}

/** `closed`: not published, cancelled, or over for this person. Undefined: nothing of theirs. */
export async function askedOf(
  db: Db,
  { examId, staffId, now }: { examId: string; staffId: string; now: Date },
): Promise<Asked | 'closed' | undefined> {
  const entry = await findEntry(db, examId, staffId)
  if (!entry?.candidate || entry.status === examStatus.draft || entry.publishedAt === null) return undefined
  const settings = settingsOf(entry)
  const times = timesOfCandidate(entry, entry.candidate.own)
  const status = examStatusAt({ status: entry.status, openAt: times.openAt, closeAt: extendedClose(times) }, now)
  if (status === examStatus.cancelled || status === examStatus.ended) return 'closed'
  const isSafe = Object.keys(entry.safeKeys).length > 0
  return {
    ...(await wantedOf(db, entry, { settings, staffId })),
    openAt: times.openAt,
    flags: flagsOf(settings, isSafe),
    safeKeys: entry.safeKeys,
    hasSafeConfig: entry.hasSafeConfig,
  }
}

/** Whoever is exempted from a kind need not try it. */
async function wantedOf(
  db: Db,
  entry: EntryRow,
  { settings, staffId }: { settings: ExamSettings; staffId: string },
): Promise<Omit<Asked, 'openAt' | 'flags' | 'safeKeys' | 'hasSafeConfig'>> {
  const { examId, name, safeKeys } = entry
  const { rules } = effectiveOf(entry, settings)
  const consents = await askedConsents(db, settings, { examId, staffId, policy: entry.candidate?.policy ?? null })
  const kinds = consents.flatMap(({ kind, state }) => (state === consentState.exempted ? [] : [kind]))
  return {
    name,
    wantsScreen: kinds.includes(captureKind.screen),
    wantsCamera: kinds.includes(captureKind.photo) || kinds.includes(captureKind.camera),
    wantsSecond: kinds.includes(captureKind.second),
    wantsFullScreen: rules.isFullScreen,
    wantsSafeBrowser: Object.keys(safeKeys).length > 0,
  }
}

/** What an exam asks of devices, as one text. */
export async function flagsOfExam(db: Db, exam: Pick<ExamRow, 'id' | 'settings'>): Promise<string> {
  return flagsOf(settingsOf(exam), await needsSafeBrowser(db, exam.id))
}
