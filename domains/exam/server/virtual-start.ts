/** The start of a virtual candidate: a published exam is sat as it is, at any time before it ends, and the attempt belongs to the rehearsal alone. */
import { protocolErrors } from '@kaopei/contract'
import type { Confinement, Fail } from '@kaopei/server'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { openAttempt, type SheetAnswer, type Sitter } from '@kaopei/sitting/server'
import { examStatus } from '../contract/exam-codes.ts'
import { findEntry } from './entry.sql.ts'
import { settingsOf, timesOf } from './entry.ts'
import { effectivePolicy } from './rules/candidate-policy.ts'
import { rulesOf } from './times/terms.ts'

/** Whoever is left behind by a run is handed in by then. */
const mostMinutes = 120

interface Virtual {
  readonly examId: string
  readonly confinement: Confinement
}

/**
 * With the exam's paper, order and rules; without what only people can meet: a notice, a password, a safe browser, absences, a hand-in that has to
 * wait. Whoever starts twice is refused: virtual candidates know what they do.
 */
export async function startVirtual(
  sitter: Sitter,
  { examId, confinement }: Virtual,
  fail: Fail<typeof protocolErrors.notFound | typeof sittingErrors.mayNotEnter | typeof sittingErrors.noPaper>,
): Promise<SheetAnswer> {
  const { actor, db, now } = sitter
  const entry = confinement.subjectId === examId ? await findEntry(db, examId, actor.staffId) : undefined
  if (!entry || entry.status !== examStatus.published || entry.publishedAt === null) return fail(protocolErrors.notFound)
  const settings = settingsOf(entry)
  const policy = effectivePolicy(settings, timesOf(entry), null)
  const opened = await openAttempt(sitter, {
    owner: { kind: virtualKind, id: confinement.keyId },
    personName: actor.name,
    number: 1,
    paper: { id: entry.paperId, order: settings },
    terms: {
      ...rulesOf(entry, settings),
      ...policy.rules,
      ...policy.terms,
      closeAt: new Date(now.getTime() + mostMinutes * 60_000),
      absenceLimit: 0,
      absenceSeconds: 0,
      handInAfterMinutes: 0,
      mayLeaveUnanswered: true,
      tells: [],
      safeKeys: {},
    },
    condition: { function: 'exam.may_rehearse', seen: { examId, version: entry.version } },
  })
  if (opened.outcome === 'opened') return opened.sheet
  return fail(opened.outcome === 'noPaper' ? sittingErrors.noPaper : sittingErrors.mayNotEnter)
}
