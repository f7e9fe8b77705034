import type { DataScope, Db, Fail } from '@kaopei/server'
import { examErrors } from '../../contract/exam-errors.ts'
import { closeLinksOfOthers } from '../reviewers/close-links.ts'
import { lockTimes } from '../times/change.sql.ts'
import { selectHeld, updateUnchosen } from './group-members.sql.ts'
import {
  deleteCandidates,
  insertCandidates,
  replaceReviewerRows,
  selectBegun,
  selectChosen,
  selectEligibleReviewers,
  selectReviewersBeyond,
  selectSeenIds,
  selectUnseenReviewers,
} from './list.sql.ts'

type Begun = (typeof examErrors)['candidateHasAttempt']

/**
 * Reviewers are told of their work by mail, so each needs an address; and each stands on the list once. New ones come from the caller's data
 * scope, as in the picker; those beyond it stay, for the caller neither sees nor names them.
 */
export async function replaceReviewers(
  db: Db,
  given: {
    companyId: string
    examId: string
    scope: DataScope
    now: Date
    fail: Fail<(typeof examErrors)['reviewerRefused' | 'unknownStaff']>
  },
  staffIds: readonly string[],
): Promise<void> {
  const { examId, scope, now, fail } = given
  if ((await selectUnseenReviewers(db, { examId, staffIds, scope })).length > 0) fail(examErrors.unknownStaff)
  const eligible = await selectEligibleReviewers(db, staffIds)
  if (new Set(staffIds).size < staffIds.length || eligible.length < staffIds.length) fail(examErrors.reviewerRefused)
  const unseen = await selectReviewersBeyond(db, { examId, scope })
  const reviewerIds = [...new Set([...staffIds, ...unseen])]
  await replaceReviewerRows(db, examId, reviewerIds)
  await closeLinksOfOthers(db, { examId, reviewerIds, now })
}

/** Of a save payload: employees and people from outside, each as far as the payload speaks of them. */
export interface ChosenPeople {
  readonly staffIds: readonly string[] | undefined
  readonly outerStaffIds: readonly string[] | undefined
}

/**
 * Makes the chosen candidates of the scope exactly these; others stay as they are, and those of whom nothing is said. Those who have begun can not
 * be taken off; those whom a followed group has stay by it. People from outside belong to no department that a scope could name: whoever has their
 * ids, from an import, may let them in. Answers how many have come.
 */
export async function replaceCandidates(
  db: Db,
  {
    companyId,
    examId,
    scope,
    now,
    fail,
  }: {
    companyId: string
    examId: string
    scope: DataScope
    now: Date
    fail: Fail<Begun | (typeof examErrors)['unknownStaff']>
  },
  { staffIds, outerStaffIds }: ChosenPeople,
): Promise<{ added: number; outside: number }> {
  const wanted = new Set([...(staffIds ?? []), ...(outerStaffIds ?? [])])
  const present = await selectChosen(db, { examId, scope })
  const isSpokenOf = (isOutside: boolean) => (isOutside ? outerStaffIds : staffIds) !== undefined
  const dropped = present.flatMap(({ id, isOutside }) => (isSpokenOf(isOutside) && !wanted.has(id) ? [id] : []))
  const presentIds = new Set(present.map(({ id }) => id))
  if (dropped.length > 0) {
    const held = new Set((await selectHeld(db, examId, dropped)).map(({ id }) => id))
    await updateUnchosen(db, examId, [...held])
    const gone = dropped.filter((id) => !held.has(id))
    if (gone.length > 0) await deleteUnbegun(db, { companyId, examId, scope, fail }, gone)
  }
  const fresh = (ids: readonly string[] = []) => [...new Set(ids)].filter((id) => !presentIds.has(id))
  const add = (ids: readonly string[], within: DataScope) =>
    insertCandidates(db, { examId, staffIds: ids, departmentIds: [], scope: within }, now)
  const [own, outer] = [fresh(staffIds), fresh(outerStaffIds)]
  const ownDone = await add(own, scope)
  const outerDone = await add(outer, { kind: 'all' })
  if (ownDone.eligible < own.length || outerDone.outside < outer.length) fail(examErrors.unknownStaff)
  return { added: ownDone.added + outerDone.added, outside: ownDone.outside + outerDone.outside }
}

type Removing = { companyId: string; examId: string; scope: DataScope }

interface Removed {
  readonly seen: readonly string[]
  readonly removed: readonly string[]
}

/** Removes those within the scope, or nobody when one of them has begun or would be back at once by a group. A refusal names no others. */
export async function removeCandidates(
  db: Db,
  given: Removing & { fail: Fail<Begun | (typeof examErrors)['heldByGroup']> },
  staffIds: readonly string[],
): Promise<Removed> {
  const { examId, scope, fail } = given
  const seenIds = await selectSeenIds(db, { scope, staffIds })
  const held = await selectHeld(db, examId, seenIds)
  if (held.length > 0)
    fail(examErrors.heldByGroup, { text: `${namesOf(held)}由实时用户组加入，请从用户组中移除或取消关联用户组` })
  return { seen: seenIds, removed: await deleteUnbegun(db, given, seenIds) }
}

/** Nobody starts between the look and the deletion: whoever is just starting is waited for. */
async function deleteUnbegun(
  db: Db,
  { examId, scope, fail }: Removing & { fail: Fail<Begun> },
  staffIds: readonly string[],
): Promise<readonly string[]> {
  await lockTimes(db, examId)
  const begun = await selectBegun(db, examId, staffIds)
  if (begun.length > 0) fail(examErrors.candidateHasAttempt, { text: `${namesOf(begun)}已开始考试，不能移除` })
  return deleteCandidates(db, { examId, staffIds, scope })
}

function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, 3).map(({ name }) => name)
  return `${names.join('、')}${people.length > 3 ? `等 ${people.length} 人` : ''}`
}
