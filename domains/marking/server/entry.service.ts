/** Whose marking this is: everything starts by entering an exam, and who may not enter learns nothing. */
import { protocolErrors, type Right } from '@kaopei/contract'
import { type ExamSettings, examSettings } from '@kaopei/exam/contract/exam-settings'
import { type Actor, type DataScope, type Db, type Fail, mayUse, type Services, scopeOn } from '@kaopei/server'
import { markingErrors } from '../contract/errors.ts'
import { testMarkingMenu, testMarkingRights } from '../contract/menus.ts'
import { findAttemptToMark, findExam } from './access.sql.ts'
import { reachesAttempt, reachesExam } from './reach.sql.ts'
import type { Viewer } from './review-exam.sql.ts'
import { pseudonym } from './rules/pseudonym.ts'

export interface Caller {
  readonly db: Db
  readonly actor: Actor
  readonly now: Date
  readonly services: Pick<Services, 'secret'>
  readonly fail: Fail<typeof protocolErrors.notFound | typeof protocolErrors.noPermission>
}

export interface AttemptCaller extends Omit<Caller, 'fail'> {
  readonly fail: Fail<typeof protocolErrors.notFound | typeof protocolErrors.noPermission | typeof markingErrors.ownPaper>
}

export interface MarkingExam {
  readonly id: string
  readonly name: string
  readonly secret: string
  readonly settings: ExamSettings
  /** Whose answers of this exam the caller meets: a reviewer everybody's, by appointment; others those of their data scope. */
  readonly scope: DataScope
  /** As it was set; always for whoever comes by a link. */
  readonly isAnonymous: boolean
}

/**
 * The exam, for its reviewers, and as far as their data scope reaches for those who may mark all and for holders of a right that entitles to
 * this call.
 */
export async function enterExam(
  { db, actor, fail }: Pick<Caller, 'db' | 'actor' | 'fail'>,
  examId: string,
  entitling?: Right,
): Promise<MarkingExam> {
  // A link opens its own exam.
  const isElsewhere = actor.confinement !== null && actor.confinement.subjectId !== examId
  const exam = isElsewhere ? undefined : await findExam(db, examId, actor.staffId)
  if (!exam) return fail(protocolErrors.notFound)
  const isEntitled = mayUse(actor, testMarkingRights.markAll.code) || (entitling && mayUse(actor, entitling.code))
  if (!exam.isReviewer && !isEntitled) return fail(protocolErrors.noPermission)
  const scope = exam.isReviewer ? ({ kind: 'all' } as const) : scopeOn(actor, testMarkingMenu.name)
  const { companyId } = actor
  if (!(await reachesExam(db, { companyId, scope }, examId))) return fail(protocolErrors.noPermission)
  const settings = examSettings.parse(exam.settings)
  const isAnonymous = settings.anonymousFlag || actor.confinement !== null
  return { id: exam.id, name: exam.name, secret: exam.secret, settings, scope, isAnonymous }
}

/** Nobody opens, marks or finishes their own paper. */
export async function enterAttempt(caller: AttemptCaller, attemptId: string, entitling?: Right): Promise<MarkingExam> {
  const { companyId, staffId: markerId } = caller.actor
  const attempt = await findAttemptToMark(caller.db, attemptId)
  if (!attempt) return caller.fail(protocolErrors.notFound)
  const exam = await enterExam(caller, attempt.examId, entitling)
  if (attempt.staffId === markerId) return caller.fail(markingErrors.ownPaper)
  if (!(await reachesAttempt(caller.db, { companyId, scope: exam.scope, markerId }, attemptId)))
    return caller.fail(protocolErrors.notFound)
  return exam
}

/** Without an exam: of all of them together. */
export function viewerOf({ actor, now }: Pick<Caller, 'actor' | 'now'>, exam?: MarkingExam): Viewer {
  return {
    companyId: actor.companyId,
    scope: exam?.scope ?? scopeOn(actor, testMarkingMenu.name),
    markerId: actor.staffId,
    mayMarkAll: mayUse(actor, testMarkingRights.markAll.code),
    now,
  }
}

/** Where marking is anonymous nothing that was read of the person goes on from here. */
export function candidateOf(
  exam: MarkingExam,
  markerId: string,
  row: { attemptId: string; candidateName: string; departmentName: string | null },
) {
  if (exam.isAnonymous) {
    return { label: pseudonym(exam.secret, markerId, row.attemptId), isAnonymous: true, departmentName: null }
  }
  return { label: row.candidateName, isAnonymous: false, departmentName: row.departmentName }
}
