/** Attaching user groups to an exam, and keeping its list of candidates true to the groups that it follows. */
import type { NoUsesLeft } from '@kaopei/platform/server'
import type { DataScope, Db, Fail } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { groupsByIds, snapshotOfGroups } from '@kaopei/usergroup/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { type ExamRow, lockExam } from '../exam.sql.ts'
import { tellNewcomers } from '../notices/to-candidates.job.ts'
import { lockTimes } from '../times/change.sql.ts'
import { recomputeDue } from '../times/change.ts'
import { hasGroupOverrides } from '../times/overrides.sql.ts'
import { deleteMarks, type Marks, selectMarks } from './group-marks.sql.ts'
import { deleteFormer, hasFormer, hasStrangers, insertFollowed, insertSnapshot, type Joined } from './group-members.sql.ts'
import {
  type AttachedGroup,
  copyFollowed,
  countMembers,
  deleteAttached,
  hasOutsideMembers,
  selectAttached,
  selectUnseen,
  upsertAttached,
} from './groups.sql.ts'
import { copyCandidates } from './list.sql.ts'
import { admitNewcomers } from './newcomers.service.ts'
import { isOpenToOutside } from './outside.ts'

type Strange = (typeof examErrors)['groupOutOfScope']

export interface Attaching {
  readonly companyId: string
  /** Locked. */
  readonly exam: ExamRow
  readonly groupIds: readonly string[]
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
}

export interface Attached extends Joined {
  /** Of the groups, whoever might sit or not. */
  readonly memberCount: number
  readonly removed: number
  readonly names: readonly string[]
}

export async function attachGroups(
  db: Db,
  given: Attaching & {
    readonly mode: number
    readonly fail: Fail<Strange | (typeof examErrors)['groupRefused' | 'outsideClosed'] | NoUsesLeft>
  },
): Promise<Attached> {
  const { exam, scope, mode, now, fail } = given
  const groupIds = [...new Set(given.groupIds)]
  const groups = await groupsByIds(db, groupIds)
  const isComplete = groups.length === groupIds.length && groups.every(({ isRemoved }) => !isRemoved)
  if (!isComplete || (await selectUnseen(db, groupIds, scope)).length > 0) return fail(examErrors.groupRefused)
  if (!isOpenToOutside(exam) && (await hasOutsideMembers(db, groupIds))) return fail(examErrors.outsideClosed)
  const before = await selectAttached(db, exam.id)
  const wasFollowed = before.filter((one) => one.mode === attachMode.live && groupIds.includes(one.id))
  await refuseStrangers(db, given, wasFollowed)
  const joined = mode === attachMode.snapshot ? await takeSnapshot(db, given, groupIds) : await follow(db, given, groupIds)
  const removed = wasFollowed.length > 0 ? await removeFormer(db, exam.id) : 0
  await admitNewcomers(db, exam, { added: joined.added, now, fail })
  const memberCount = await countMembers(db, groupIds)
  return { ...joined, memberCount, removed, names: groups.map(({ name }) => name) }
}

async function takeSnapshot(db: Db, { exam, scope, actorId, now }: Attaching, groupIds: readonly string[]) {
  const { snapshotId } = await snapshotOfGroups(db, groupIds, now)
  const mode = attachMode.snapshot
  await upsertAttached(db, { examId: exam.id, groupIds, mode, scope, snapshotId, actorId, now })
  return insertSnapshot(db, { examId: exam.id, snapshotId, scope, now })
}

async function follow(db: Db, { exam, scope, actorId, now }: Attaching, groupIds: readonly string[]) {
  const mode = attachMode.live
  await upsertAttached(db, { examId: exam.id, groupIds, mode, scope, snapshotId: null, actorId, now })
  const groups = groupIds.map((id) => ({ id, mode, scope: scope.kind === 'all' ? null : scope }))
  return insertFollowed(db, { examId: exam.id, groups, now })
}

/** Answers how many left the list, and the names of the groups. */
export async function detachGroups(
  db: Db,
  given: Attaching & { readonly fail: Fail<Strange> },
): Promise<{ removed: number; names: string[] }> {
  const { exam, groupIds } = given
  const attached = (await selectAttached(db, exam.id)).filter(({ id }) => groupIds.includes(id))
  const followed = attached.filter(({ mode }) => mode === attachMode.live)
  await refuseStrangers(db, given, followed)
  await deleteAttached(db, exam.id, groupIds)
  const removed = followed.length > 0 ? await removeFormer(db, exam.id) : 0
  const ids = attached.map(({ id }) => id)
  return { removed, names: (await groupsByIds(db, ids)).map(({ name }) => name) }
}

/** Who sees only a part of a group's candidates may not take the others off the list. */
async function refuseStrangers(
  db: Db,
  { exam, scope, fail }: Attaching & { readonly fail: Fail<Strange> },
  followed: readonly AttachedGroup[],
): Promise<void> {
  const groupIds = followed.map(({ id }) => id)
  if (groupIds.length === 0) return
  if (await hasStrangers(db, { examId: exam.id, groupIds, scope })) fail(examErrors.groupOutOfScope)
}

/** The chosen people and the followed groups of one exam for another one, a draft. */
export async function copyPeople(
  db: Db,
  given: { from: string; to: string; scope: DataScope; actorId: string; now: Date },
): Promise<void> {
  const { to: examId, now } = given
  await copyCandidates(db, given)
  await copyFollowed(db, given)
  await insertFollowed(db, { examId, groups: await followedOf(db, examId), now })
}

/** Brings the list up to date with what has changed about the groups since; twice is harmless. */
export async function followGroups(db: Db, { examId, now }: { examId: string; now: Date }): Promise<void> {
  const exam = await lockExam(db, examId)
  const marks = await selectMarks(db, examId)
  if (marks.ids.length === 0) return
  if (exam && isFollowing(exam, marks)) {
    const { added } = await insertFollowed(db, { examId, groups: await followedOf(db, examId), now })
    await removeFormer(db, examId)
    if (added > 0) await tellNewcomers(db, exam, now)
  }
  // Who has joined or left a group with times of its own; also after the close, of whoever may still sit.
  if (exam?.status === examStatus.published && (await hasGroupOverrides(db, examId)))
    await recomputeDue(db, { examId, exam, now, actorId: null })
  await deleteMarks(db, marks.ids)
}

/** With its close the list of an exam stands: who missed it has missed it, whatever becomes of the groups. */
function isFollowing({ status, closeAt }: ExamRow, { earliest }: Marks): boolean {
  if (status === examStatus.draft) return true
  return status === examStatus.published && (closeAt === null || (earliest !== null && earliest < closeAt))
}

async function removeFormer(db: Db, examId: string): Promise<number> {
  const groups = await followedOf(db, examId)
  if (!(await hasFormer(db, { examId, groups }))) return 0
  await lockTimes(db, examId)
  return deleteFormer(db, { examId, groups })
}

async function followedOf(db: Db, examId: string): Promise<AttachedGroup[]> {
  return (await selectAttached(db, examId)).filter(({ mode }) => mode === attachMode.live)
}
