import type { DataScope, Db, Fail } from '@kaopei/server'
import { examErrors } from '../contract/exam-errors.ts'
import {
  deleteCandidates,
  insertCandidates,
  replaceReviewerRows,
  selectBegun,
  selectCandidateIds,
  selectEligibleReviewers,
} from './exam-people.sql.ts'

type Begun = (typeof examErrors)['candidateHasAttempt']

/** Reviewers are told of their work by mail, so each needs an address; and each stands on the list once. */
export async function replaceReviewers(
  db: Db,
  { companyId, examId, fail }: { companyId: string; examId: string; fail: Fail<(typeof examErrors)['reviewerRefused']> },
  staffIds: readonly string[],
): Promise<void> {
  const eligible = await selectEligibleReviewers(db, companyId, staffIds)
  if (new Set(staffIds).size < staffIds.length || eligible.length < staffIds.length) fail(examErrors.reviewerRefused)
  await replaceReviewerRows(db, companyId, examId, staffIds)
}

/** Makes the list of candidates exactly this one. Those who have begun can not be taken off it. */
export async function replaceCandidates(
  db: Db,
  {
    companyId,
    examId,
    scope,
    fail,
  }: { companyId: string; examId: string; scope: DataScope; fail: Fail<Begun | (typeof examErrors)['unknownStaff']> },
  staffIds: readonly string[],
): Promise<void> {
  const wanted = new Set(staffIds)
  const present = await selectCandidateIds(db, companyId, examId)
  const held = new Set(present)
  const dropped = present.filter((id) => !wanted.has(id))
  const fresh = [...wanted].filter((id) => !held.has(id))
  if (dropped.length > 0) await removeCandidates(db, { companyId, examId, scope, fail }, dropped)
  if (fresh.length === 0) return
  const { added } = await insertCandidates(db, companyId, { examId, staffIds: fresh, departmentIds: [], scope }, new Date())
  if (added < fresh.length) fail(examErrors.unknownStaff)
}

/** Removes those within the scope, or nobody when one of them has begun. */
export async function removeCandidates(
  db: Db,
  { companyId, examId, scope, fail }: { companyId: string; examId: string; scope: DataScope; fail: Fail<Begun> },
  staffIds: readonly string[],
): Promise<number> {
  const begun = await selectBegun(db, companyId, examId, staffIds)
  if (begun.length > 0) fail(examErrors.candidateHasAttempt, { text: begunText(begun) })
  return deleteCandidates(db, companyId, { examId, staffIds, scope })
}

function begunText(begun: readonly { name: string }[]): string {
  const names = begun.slice(0, 3).map(({ name }) => name)
  const more = begun.length > 3 ? `等 ${begun.length} 人` : ''
  return `${names.join('、')}${more}已开始考试，不能移除`
}
