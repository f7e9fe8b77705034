import { dayIn, kept, protocolErrors } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Fail, type Handlers, implement } from '@kaopei/server'
import { cooperationState } from '../../contract/codes.ts'
import { cooperation, cooperationFields } from '../../contract/cooperation.ts'
import { cooperationErrors } from '../../contract/errors.ts'
import { rateOn } from '../rules/pay.ts'
import { lockSeen } from '../sight.sql.ts'
import {
  type CooperationFields,
  countCooperations,
  insertCooperation,
  lockCooperation,
  type StoredCooperation,
  selectCooperations,
  updateCooperation,
} from './cooperation.sql.ts'

function shown(stored: StoredCooperation, today: string) {
  const { beginDate, endDate, rates } = stored
  const isOver = endDate !== null && endDate < today
  const isAhead = today < beginDate
  const rate = rateOn(today, [{ cooperationId: stored.id, beginDate, endDate, rates }])
  return {
    ...stored,
    rates: rates.map(({ validFrom, centsPerHour }) => ({ validFrom, perHour: centsPerHour })),
    perHour: rate?.centsPerHour ?? null,
    state: isOver ? cooperationState.over : isAhead ? cooperationState.ahead : cooperationState.running,
  }
}

type Refusals = (typeof cooperationErrors)['datesInverted' | 'rateOutside' | 'rateTwice']

function guardTerms({ beginDate, endDate, rates }: CooperationFields, fail: Fail<Refusals>): void {
  if (endDate !== null && endDate < beginDate) fail(cooperationErrors.datesInverted)
  const days = rates.map(({ validFrom }) => validFrom)
  if (new Set(days).size < days.length) fail(cooperationErrors.rateTwice)
  if (days.some((day) => day < beginDate || (endDate !== null && endDate < day))) fail(cooperationErrors.rateOutside)
}

const logged = ({ institution, beginDate, endDate, rates, note }: CooperationFields) => ({
  ...{ institution, beginDate, endDate, note },
  rates: rates.map(({ validFrom, perHour }) => `${validFrom} 起 ${(perHour / 100).toFixed(2)} 元/小时`),
})

const handlers: Handlers<typeof cooperation> = {
  list: async ({ pageIndex, pageSize, ...given }, { db, now, scope }) => {
    const today = dayIn(now, await timeZoneOf(db))
    const filter = { ...given, scope, today }
    const rows = await selectCooperations(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: rows.map((row) => shown(row, today)), totalCount: await countCooperations(db, filter) }
  },

  create: async ({ teacherId, ...fields }, { actor, db, fail, record, scope }) => {
    const teacher = (await lockSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    guardTerms(fields, fail)
    const id = await insertCooperation(db, teacherId, fields, actor.staffId)
    record({ targetId: id, targetName: teacher.name, after: logged(fields) })
    return { id }
  },

  modify: async ({ id, version, ...wish }, { db, fail, now, record, scope }) => {
    const before = (await lockCooperation(db, scope, id)) ?? fail(protocolErrors.notFound)
    if (before.version !== version) return fail(protocolErrors.changed, { data: shown(before, dayIn(now, await timeZoneOf(db))) })
    const fields = kept(cooperationFields, wish, before)
    guardTerms(fields, fail)
    await updateCooperation(db, id, fields)
    const rates = before.rates.map(({ validFrom, centsPerHour }) => ({ validFrom, perHour: centsPerHour }))
    record({ targetId: id, targetName: before.teacherName, before: logged({ ...before, rates }), after: logged(fields) })
    return { id, version: version + 1 }
  },
}

export const cooperationEndpoints = implement(cooperation, handlers, { cooperation_no_overlap: cooperationErrors.overlapping })
