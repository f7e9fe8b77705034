/** Coming in by a link: what its token opens, and the place on the list that it gives. */
import type { ErrorDef } from '@kaopei/contract'
import type { NoUsesLeft } from '@kaopei/platform/server'
import type { Db, Fail } from '@kaopei/server'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { noteTokenUse, readShareToken, type ShareToken } from '@kaopei/share/server'
import { examErrors } from '../../contract/exam-errors.ts'
import { type ExamSettings, examSettings, outerParticipationMode } from '../../contract/exam-settings.ts'
import { type ExamRow, findExam, lockExam } from '../exam.sql.ts'
import { insertCandidates } from '../people/list.sql.ts'
import { admitNewcomers, refuseWithoutUses } from '../people/newcomers.service.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { isExamPassword } from '../rules/is-exam-password.ts'
import { joinProblem } from '../rules/may-join-by-link.ts'
import { linkFacts } from './links.handlers.ts'
import { countJoined, findJoinCompany, findStanding, insertJoin, type JoinCompany, joinKind } from './links.sql.ts'

export interface OpenedLink {
  readonly link: ShareToken
  readonly exam: ExamRow
  readonly settings: ExamSettings
  readonly company: JoinCompany
}

type JoinError<Name extends keyof typeof examErrors> = (typeof examErrors)[Name]
type LinkOver = typeof shareErrors.linkOver
type Call<Err extends ErrorDef> = { readonly db: Db; readonly now: Date; readonly fail: Fail<Err> }

/** Enters the link's company. Ends the request where nobody may come in by it now. */
export async function openLink({ db, now, fail }: Call<LinkOver | JoinError<'joinRefused'>>, token: string): Promise<OpenedLink> {
  const link = await readShareToken(db, { token, kind: joinKind, now })
  const exam = link && (await findExam(db, link.subjectId))
  if (!link || !exam) return fail(shareErrors.linkOver)
  const company = await findJoinCompany(db)
  const settings = refuseClosed(exam, company, { now, fail })
  return { link, exam, settings, company }
}

function refuseClosed(
  exam: ExamRow,
  { isClosed: isCompanyClosed }: JoinCompany,
  { now, fail }: { now: Date; fail: Fail<JoinError<'joinRefused'>> },
): ExamSettings {
  const settings = examSettings.parse(exam.settings)
  const status = examStatusAt(exam, now)
  const problem = joinProblem({ status, outerParticipationMode: settings.outerParticipationMode, isCompanyClosed })
  if (problem !== undefined) fail(examErrors.joinRefused, { text: problem })
  return settings
}

export async function refuseFull(db: Db, { link: { id, facts } }: OpenedLink, fail: Fail<JoinError<'linkFull'>>): Promise<void> {
  if ((await countJoined(db, id)) >= linkFacts(facts).limit) fail(examErrors.linkFull)
}

/** What `takePlace` would find out only after a person was made: no places on the link, no exams left to the company. */
export async function refuseWithoutPlace(
  db: Db,
  opened: OpenedLink,
  fail: Fail<JoinError<'linkFull'> | NoUsesLeft>,
): Promise<void> {
  await refuseFull(db, opened, fail)
  await refuseWithoutUses(db, opened.exam, { more: 1, fail })
}

export function needsPassword({ settings }: Pick<OpenedLink, 'settings'>): boolean {
  return settings.outerParticipationMode === outerParticipationMode.byLinkWithPassword
}

/** The exam's own password, where its links ask for one. An exam that has lost it lets nobody in. */
export function refuseWrongPassword(opened: OpenedLink, given: string | undefined, fail: Fail<JoinError<'joinPassword'>>): void {
  if (needsPassword(opened) && !isExamPassword(opened.settings.password, given ?? '')) fail(examErrors.joinPassword)
}

/**
 * Puts an outside candidate on the list, as long as the exam is open, the link has places and the company has exams left. Whoever is there already
 * stays; whoever was taken off does not come back by a link.
 */
export async function takePlace(
  { db, now, fail }: Call<LinkOver | JoinError<'joinRefused' | 'joinByEmployee' | 'linkFull'> | NoUsesLeft>,
  opened: OpenedLink,
  staffId: string,
): Promise<void> {
  const { link, company } = opened
  // Of two at once the second sees the first counted.
  const exam = await lockExam(db, opened.exam.id)
  if (!exam) return fail(shareErrors.linkOver)
  refuseClosed(exam, company, { now, fail })
  const { hasJoined, isOnList, isOutside } = await findStanding(db, { examId: exam.id, staffId })
  if (!isOutside) fail(examErrors.joinByEmployee)
  if (isOnList) return
  if (hasJoined) fail(examErrors.joinRefused, { text: '您已被移出考生名单，请联系考试组织者' })
  await refuseFull(db, opened, fail)
  const wish = { examId: exam.id, staffIds: [staffId], departmentIds: [], scope: { kind: 'all' as const } }
  const { added, eligible } = await insertCandidates(db, wish, now)
  if (eligible === 0) fail(examErrors.joinRefused, { text: '您的账号已停用，请联系考试组织者' })
  await insertJoin(db, { examId: exam.id, staffId, tokenId: link.id, now })
  await admitNewcomers(db, exam, { added, now, fail })
  await noteTokenUse(db, link, now)
}
