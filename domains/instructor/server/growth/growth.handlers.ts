import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Handlers, implement } from '@kaopei/server'
import { promotionState, teacherLevel } from '../../contract/codes.ts'
import { promotionErrors } from '../../contract/errors.ts'
import { fewestSheets, teacherGrowth } from '../../contract/growth.ts'
import { overallOf } from '../rules/overall.ts'
import { findSeen, lockSeen } from '../sight.sql.ts'
import { evidenceOf, standardsOf } from './evidence.service.ts'
import {
  countPromotions,
  countRatings,
  endPromotion,
  insertPromotion,
  levelOf,
  lockPromotion,
  raiseTo,
  type StoredPromotion,
  saveStandard,
  selectPromotions,
  selectRatings,
} from './growth.sql.ts'

const meanOf = (sumHundredths: number, count: number) => Math.round(sumHundredths / count) / 100

/** By somebody who neither proposed it nor is it. */
const mayDecide = ({ proposedBy, teacherId, state }: StoredPromotion, { staffId }: Actor) =>
  state === promotionState.waiting && proposedBy !== staffId && teacherId !== staffId

const handlers: Handlers<typeof teacherGrowth> = {
  ratings: async ({ teacherId, pageIndex, pageSize }, { db, fail, scope }) => {
    if (!(await findSeen(db, scope, teacherId))) return fail(protocolErrors.notFound)
    const overall = overallOf(await selectRatings(db, teacherId, undefined))
    const rows = await selectRatings(db, teacherId, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ sumHundredths, aspects, ...row }) => {
      const { sheetCount } = row
      const isShown = sheetCount >= fewestSheets
      return {
        ...row,
        mean: isShown ? { mean: meanOf(sumHundredths, sheetCount), count: sheetCount } : null,
        aspects: aspects.flatMap(({ name, count, sumHundredths: sum }) =>
          isShown && count >= fewestSheets ? [{ name, count, mean: meanOf(sum, count) }] : [],
        ),
      }
    })
    return {
      dataList,
      totalCount: await countRatings(db, teacherId),
      overall: overall ? { mean: overall.meanHundredths / 100, count: overall.count } : null,
    }
  },

  evidence: async ({ teacherId }, { db, fail, now, scope }) => {
    const teacher = (await findSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    return (await evidenceOf(db, teacher, now)) ?? null
  },

  propose: async ({ teacherId, reason }, { actor, db, fail, now, record, scope }) => {
    const teacher = (await lockSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    const evidence = (await evidenceOf(db, teacher, now)) ?? fail(promotionErrors.highest)
    if (!evidence.isMet && reason === '') return fail(promotionErrors.reasonNeeded)
    const id = await insertPromotion(db, { teacherId, fromLevel: teacher.level, evidence, reason, by: actor.staffId, now })
    record({ targetId: id, targetName: teacher.name, after: { toLevel: teacherLevel.label(evidence.toLevel) }, reason })
    return { id }
  },

  proposals: async ({ pageIndex, pageSize, ...given }, { actor, db, scope }) => {
    const filter = { ...given, scope }
    const rows = await selectPromotions(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map((row) => ({
      ...row,
      mayDecide: mayDecide(row, actor),
      mayWithdraw: row.state === promotionState.waiting && row.proposedBy === actor.staffId,
    }))
    return { dataList, totalCount: await countPromotions(db, filter) }
  },

  decide: async ({ id, isApproved, opinion }, { actor, db, fail, now, record, scope }) => {
    const found = (await lockPromotion(db, scope, id)) ?? fail(protocolErrors.notFound)
    if (found.state !== promotionState.waiting) return fail(promotionErrors.decided)
    if (!mayDecide(found, actor)) return fail(promotionErrors.byAnother)
    if (isApproved) {
      if ((await levelOf(db, found.teacherId)) !== found.fromLevel) return fail(promotionErrors.levelChanged)
      await raiseTo(db, found.teacherId, found.toLevel)
    }
    const state = isApproved ? promotionState.approved : promotionState.refused
    await endPromotion(db, id, { state, by: actor.staffId, now, opinion })
    record({
      targetId: id,
      targetName: found.teacherName,
      before: { teacherLevel: teacherLevel.label(found.fromLevel) },
      after: { isApproved, teacherLevel: teacherLevel.label(isApproved ? found.toLevel : found.fromLevel), opinion },
    })
    return null
  },

  withdraw: async ({ id }, { actor, db, fail, now, record, scope }) => {
    const found = (await lockPromotion(db, scope, id)) ?? fail(protocolErrors.notFound)
    if (found.state !== promotionState.waiting) return fail(promotionErrors.decided)
    if (found.proposedBy !== actor.staffId) return fail(promotionErrors.notOwn)
    await endPromotion(db, id, { state: promotionState.withdrawn, by: actor.staffId, now, opinion: '' })
    record({ targetId: id, targetName: found.teacherName, before: { toLevel: teacherLevel.label(found.toLevel) } })
    return null
  },

  standards: async (_input, { db }) =>
    (await standardsOf(db)).map(({ minMinutes, minRatingHundredths, ...row }) => ({
      ...row,
      minHours: minMinutes / 60,
      minRating: minRatingHundredths / 100,
    })),

  saveStandard: async ({ minHours, minRating, ...row }, { db, fail, record }) => {
    const before = (await standardsOf(db)).find(({ level }) => level === row.level)
    const after = { ...row, minMinutes: Math.round(minHours * 60), minRatingHundredths: Math.round(minRating * 100) }
    if (!(await saveStandard(db, after))) return fail(protocolErrors.changed, { data: before })
    const { version: _, ...shown } = row
    record({ targetName: teacherLevel.label(row.level), after: { ...shown, minHours, minRating } })
    return null
  },
}

export const growthEndpoints = implement(teacherGrowth, handlers, { promotion_waiting_unique: promotionErrors.waits })
