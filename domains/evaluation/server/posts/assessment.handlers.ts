import { kept, protocolErrors } from '@kaopei/contract'
import { findExam } from '@kaopei/exam/server'
import { guardUses } from '@kaopei/platform/server'
import { type Context, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { modelNumbers } from '@kaopei/skill/server'
import { appointmentStatus, scaleKind, scaleStatus } from '../../contract/codes.ts'
import { appointmentErrors, postErrors } from '../../contract/errors.ts'
import { type PostFields, postAssessment, postFields } from '../../contract/post.ts'
import { partState, postPart } from '../../contract/post-codes.ts'
import { statusAt } from '../rules/status-at.ts'
import { findScale } from '../scales/scale.sql.ts'
import {
  type Assessment,
  countAssessments,
  countsOf,
  findAssessment,
  findPostName,
  hasResults,
  insertAssessment,
  markAssessment,
  type Part,
  replaceParts,
  selectAssessments,
  selectParts,
  selectStaffIds,
  updateAssessment,
  type WantedPart,
} from './assessment.sql.ts'
import { examNames } from './exam-names.ts'
import { changeParts, closeAssessment, openParts } from './open.service.ts'
import { partStandings } from './standing.ts'

const handlers: Handlers<typeof postAssessment> = {
  list: async ({ pageIndex, pageSize, ...query }, { db, now, scope }) => {
    const filter = { ...query, now }
    const rows = await selectAssessments(db, { filter, scope }, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const parts = Map.groupBy(
      await selectParts(
        db,
        rows.map(({ id }) => id),
      ),
      ({ assessmentId }) => assessmentId,
    )
    const dataList = rows.map((row) => ({
      ...{ ...row, ...shownTimes(row, now) },
      parts: (parts.get(row.id) ?? []).map(({ part }) => part),
    }))
    return { dataList, totalCount: await countAssessments(db, filter) }
  },

  get: async ({ id }, { db, fail, now, scope }) => {
    const found = await someAssessment(db, id, fail)
    return {
      ...{ ...found, ...shownTimes(found, now), ...(await countsOf(db, id, scope)) },
      parts: await namedParts(db, await selectParts(db, [id])),
      modelNumber: (await modelNumbers(db, [found.postId])).get(found.postId) ?? null,
      isPostGone: (await findPostName(db, found.postId)) === undefined,
      openTime: found.openedAt,
      closeTime: found.closedAt,
    }
  },

  save: async ({ id, version, ...wish }, context) => {
    const { actor, db, fail, now, record } = context
    const before = id === undefined ? undefined : await someAssessment(db, id, fail, 'update')
    if (before && version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    const input = kept(postFields, wish, before && standingOf(before, await selectParts(db, [before.id])))
    const { name, purpose, startTime, endTime, postId } = input
    if (startTime && endTime && endTime <= startTime) return fail(postErrors.timesInverted)
    if (before?.status === appointmentStatus.closed) return fail(postErrors.alreadyClosed)
    if (before && before.status !== appointmentStatus.draft) return saveOpen(before, input, context)
    const parts = await wantedParts(db, input, fail)
    const postName = (await findPostName(db, postId)) ?? fail(postErrors.postRefused)
    const fields = { name, postId, postName, purpose, startTime, endTime }
    const after = { name, postName, startTime, endTime, parts: parts.map(({ part }) => postPart.label(part)).join('、') }
    if (before) await updateAssessment(db, before.id, fields, now)
    const saved = before?.id ?? (await insertAssessment(db, fields, actor.staffId))
    await replaceParts(db, saved, parts)
    record({ targetId: saved, targetName: name, after, ...(!before && { action: 'create' }) })
    return { id: saved, version: (before?.version ?? 0) + 1 }
  },

  open: async ({ id }, { actor, db, fail, now, record }) => {
    const before = await someAssessment(db, id, fail, 'update')
    if (before.status !== appointmentStatus.draft) return fail(postErrors.alreadyOpen)
    const { endAt } = before
    if (endAt === null || endAt <= now) return fail(postErrors.endMissing)
    if ((await findPostName(db, before.postId)) === undefined) return fail(postErrors.postRefused)
    const staffIds = await selectStaffIds(db, id)
    if (staffIds.length === 0) return fail(postErrors.nobody)
    const parts = await selectParts(db, [id])
    for (const { sourceExamId } of parts)
      if (sourceExamId !== null && !(await findExam(db, sourceExamId))) return fail(postErrors.examRefused)
    await guardUses(db, 'measurement', staffIds.length, fail)
    await openParts(db, before, { parts, staffIds, endAt, actorId: actor.staffId, now }, fail)
    record({ targetId: id, targetName: before.name, after: { personCount: staffIds.length } })
    return { id, version: before.version + 1 }
  },

  close: async ({ id }, { actor, db, fail, now, record }) => {
    const before = await someAssessment(db, id, fail, 'update')
    if (before.status !== appointmentStatus.open) return fail(postErrors.notOpen)
    await closeAssessment(db, before, { parts: await selectParts(db, [id]), actorId: actor.staffId, now })
    record({ targetId: id, targetName: before.name })
    return { id, version: before.version + 1 }
  },

  remove: async ({ id }, { actor, db, fail, now, record }) => {
    const before = await someAssessment(db, id, fail, 'update')
    const parts = await selectParts(db, [id])
    if (before.status !== appointmentStatus.draft && (await hasBegun(db, before, parts))) return fail(postErrors.hasBegun)
    if (before.status === appointmentStatus.open) await closeAssessment(db, before, { parts, actorId: actor.staffId, now })
    await markAssessment(db, id, 'removed', now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return null
  },
}

export const postAssessmentEndpoints = implement(postAssessment, handlers)

export async function someAssessment(
  db: Db,
  id: string,
  fail: Fail<typeof protocolErrors.notFound>,
  lock?: 'update' | 'share',
): Promise<Assessment> {
  return (await findAssessment(db, id, lock)) ?? fail(protocolErrors.notFound)
}

export const shownTimes = ({ startAt, endAt, status }: Assessment, now: Date) => ({
  startTime: startAt,
  endTime: endAt,
  status: statusAt({ status, startAt, endAt }, now),
})

/** Exams by the name that was given to what they were made like. */
async function namedParts(db: Db, parts: readonly Part[]) {
  const names = await examNames(db, parts)
  return parts.map(({ part, sourceExamId, scaleId, scaleName, examId }) => ({
    ...{ part, sourceExamId, scaleId, examId },
    name: sourceExamId === null ? (scaleName ?? '') : (names.get(sourceExamId) ?? '（考试已删除）'),
  }))
}

type Save = Context<typeof postAssessment.save>

/** What a save that does not name it leaves. */
function standingOf({ purpose, startAt: startTime, endAt: endTime }: Assessment, parts: readonly Part[]) {
  const of = (part: number) => parts.find((one) => one.part === part)
  const skill = of(postPart.skill)
  return {
    ...{ purpose, startTime, endTime },
    knowledgeExamId: of(postPart.knowledge)?.sourceExamId ?? null,
    skillExamId: skill?.sourceExamId ?? null,
    skillScaleId: skill?.scaleId ?? null,
    personalityScaleId: of(postPart.personality)?.scaleId ?? null,
  }
}

/** People have been told: post and parts stay, words and a later or earlier end may change. */
async function saveOpen(before: Assessment, input: PostFields, { actor, db, fail, now, record }: Save) {
  const { id } = before
  const { name, purpose, endTime } = input
  const parts = await selectParts(db, [id])
  const isSame = (part: number, wanted: { sourceExamId: string | null; scaleId: string | null }) => {
    const found = parts.find((one) => one.part === part)
    return (found?.sourceExamId ?? null) === wanted.sourceExamId && (found?.scaleId ?? null) === wanted.scaleId
  }
  const isAsBefore =
    input.postId === before.postId &&
    (input.startTime?.getTime() ?? null) === (before.startAt?.getTime() ?? null) &&
    isSame(postPart.knowledge, { sourceExamId: input.knowledgeExamId, scaleId: null }) &&
    isSame(postPart.skill, { sourceExamId: input.skillExamId, scaleId: input.skillScaleId }) &&
    isSame(postPart.personality, { sourceExamId: null, scaleId: input.personalityScaleId })
  if (!isAsBefore) return fail(postErrors.notDraft)
  if (endTime === null || endTime <= now) return fail(postErrors.endMissing)
  const { postId, postName, startAt: startTime } = before
  await updateAssessment(db, id, { name, postId, postName, purpose, startTime, endTime }, now)
  await changeParts(db, { name, purpose, endTime }, { parts, actorId: actor.staffId, now })
  record({ targetId: id, targetName: name, before: { name: before.name, endTime: before.endAt }, after: { name, endTime } })
  return { id, version: before.version + 1 }
}

type PartErrors = (typeof postErrors)['tooFewParts' | 'twoSkills' | 'examRefused'] | (typeof appointmentErrors)['scaleRefused']

async function wantedParts(
  db: Db,
  { knowledgeExamId, skillExamId, skillScaleId, personalityScaleId }: PostFields,
  fail: Fail<PartErrors>,
): Promise<WantedPart[]> {
  if (skillExamId !== null && skillScaleId !== null) return fail(postErrors.twoSkills)
  const wanted = [
    { part: postPart.knowledge, sourceExamId: knowledgeExamId, scaleId: null },
    { part: postPart.skill, sourceExamId: skillExamId, scaleId: skillScaleId },
    { part: postPart.personality, sourceExamId: null, scaleId: personalityScaleId },
  ].filter(({ sourceExamId, scaleId }) => sourceExamId !== null || scaleId !== null)
  if (wanted.length < 2) return fail(postErrors.tooFewParts)
  for (const { part, sourceExamId, scaleId } of wanted) {
    if (sourceExamId !== null && !(await findExam(db, sourceExamId))) return fail(postErrors.examRefused)
    if (scaleId === null) continue
    const scale = await findScale(db, scaleId)
    const kind = part === postPart.skill ? scaleKind.skill : scaleKind.personality
    if (scale?.status !== scaleStatus.published || scale.kind !== kind) return fail(appointmentErrors.scaleRefused)
  }
  return wanted
}

async function hasBegun(db: Db, { id, status }: Assessment, parts: readonly Part[]): Promise<boolean> {
  if (await hasResults(db, id)) return true
  const staffIds = await selectStaffIds(db, id)
  const isOver = status === appointmentStatus.closed
  const untouched: readonly number[] = [partState.open, partState.missed]
  const standings = await partStandings(db, { parts, isOver }, staffIds)
  return [...standings.values()].flat().some(({ state }) => !untouched.includes(state))
}
