import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { hourStage } from '../../contract/codes.ts'
import { hoursErrors } from '../../contract/errors.ts'
import { teacherHours } from '../../contract/hours.ts'
import { termsOf } from '../cooperations/cooperation.sql.ts'
import { amountOf, rateOn } from '../rules/pay.ts'
import { findBooking } from '../schedule/booking.sql.ts'
import { reversalOf, stands } from './entries.ts'
import {
  countLines,
  countTotals,
  findEntryPlace,
  insertEntries,
  lockBookings,
  type NewEntry,
  type StoredEntry,
  type StoredLine,
  selectEntries,
  selectLines,
  selectTotals,
  sumOf,
} from './entry.sql.ts'
import { exportStatementJob } from './statement.job.ts'

const { planned, held, confirmed, settled } = hourStage

const stageOf = ({ settledMinutes, confirmedMinutes, heldMinutes }: StoredLine) => {
  if (settledMinutes > 0) return settled
  if (confirmedMinutes > 0) return confirmed
  return heldMinutes > 0 ? held : planned
}

/** Of a day the entry of the furthest stage, which alone is corrected; what is only planned follows its booking. */
function lastOf(entries: readonly StoredEntry[], day: string): StoredEntry | undefined {
  const standing = entries.filter((one) => one.day === day && one.stage !== planned && stands(one))
  return standing.toSorted((a, b) => b.stage - a.stage)[0]
}

const handlers: Handlers<typeof teacherHours> = {
  list: async ({ pageIndex, pageSize, ...given }, { actor, db, scope }) => {
    const filter = { ...given, scope }
    const rows = await selectLines(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ staffId, amountCents, centsPerHour, ...row }) => ({
      ...row,
      stage: stageOf({ ...row, staffId, amountCents, centsPerHour }),
      isOwn: staffId === actor.staffId,
      perHour: centsPerHour,
      amount: row.settledMinutes > 0 ? amountCents : null,
    }))
    return { dataList, totalCount: await countLines(db, filter) }
  },

  entries: async ({ bookingId }, { db, fail, scope }) => {
    if (!(await findBooking(db, scope, bookingId))) return fail(protocolErrors.notFound)
    const entries = await selectEntries(db, bookingId)
    return entries.map((one) => ({
      ...one,
      perHour: one.centsPerHour,
      amount: one.amountCents,
      mayCorrect: lastOf(entries, one.day)?.id === one.id,
    }))
  },

  confirm: async ({ lines }, { actor, db, fail, record, scope }) => {
    await lockBookings(
      db,
      lines.map(({ bookingId }) => bookingId),
    )
    const found = await selectLines(db, { scope, lines }, undefined)
    if (found.length !== new Set(lines.map(({ bookingId, day }) => `${bookingId} ${day}`)).size)
      return fail(protocolErrors.notFound)
    if (found.some(({ staffId }) => staffId === actor.staffId)) return fail(hoursErrors.own)
    if (found.some((line) => stageOf(line) !== held)) return fail(hoursErrors.wrongStage)
    await insertEntries(
      db,
      found.map(
        ({ teacherId, bookingId, day, heldMinutes }): NewEntry => ({
          ...{ teacherId, bookingId, day, stage: confirmed, minutes: heldMinutes, by: actor.staffId },
        }),
      ),
    )
    for (const { bookingId, teacherName, day, title, heldMinutes } of found)
      record({ targetId: bookingId, targetName: `${teacherName}：${day} ${title}`, after: { minutes: heldMinutes } })
    return { confirmedCount: found.length }
  },

  correct: async ({ entryId, minutes, reason }, context) => {
    const { actor, db, fail, record, scope } = context
    const place = (await findEntryPlace(db, entryId)) ?? fail(protocolErrors.notFound)
    await lockBookings(db, [place.bookingId])
    const booking = (await findBooking(db, scope, place.bookingId)) ?? fail(protocolErrors.notFound)
    if (booking.staffId === actor.staffId) return fail(hoursErrors.own)
    const entries = await selectEntries(db, place.bookingId)
    const before = entries.find(({ id }) => id === entryId) ?? fail(protocolErrors.notFound)
    if (lastOf(entries, before.day)?.id !== entryId) return fail(hoursErrors.notLast)
    const after = await correctedOf(before, minutes, context)
    if (after && before.minutes === minutes && after.centsPerHour === before.centsPerHour) return fail(hoursErrors.sameMinutes)
    const how = { reason, by: actor.staffId }
    await insertEntries(db, [reversalOf(before, how), ...(after ? [{ ...after, ...how }] : [])])
    record({
      targetId: booking.id,
      targetName: `${booking.teacherName}：${before.day} ${booking.title}`,
      before: { minutes: before.minutes },
      after: { minutes },
      reason,
    })
    return null
  },

  settle: async ({ month, teacherIds }, { actor, db, fail, record, scope }) => {
    const wanted = { scope, month, teacherIds, stage: confirmed }
    await lockBookings(
      db,
      (await selectLines(db, wanted, undefined)).map(({ bookingId }) => bookingId),
    )
    const lines = await selectLines(db, wanted, undefined)
    if (lines.length === 0) return fail(hoursErrors.nothing)
    const others = lines.filter(({ staffId }) => staffId !== actor.staffId)
    if (others.length === 0) return fail(hoursErrors.own)
    const { entries, withoutRate } = await settledOf(db, others, actor.staffId)
    if (entries.length === 0)
      return fail(hoursErrors.noRate, { text: `${withoutRate.join('、')} 没有课酬标准，请先补充合作与课酬` })
    await insertEntries(db, entries)
    const amount = entries.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
    record({ targetName: `${month} 课酬`, after: { month, count: entries.length, amount: amount / 100 } })
    return { settledCount: entries.length, amount, withoutRate, ownCount: lines.length - others.length }
  },

  statement: async ({ month, keyWords, pageIndex, pageSize }, { db, scope }) => {
    const filter = { scope, month, keyWords }
    const rows = await selectTotals(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const { amountCents, ...sum } = await sumOf(db, filter)
    return {
      dataList: rows.map(({ amountCents: amount, ...row }) => ({ ...row, amount })),
      totalCount: await countTotals(db, filter),
      sum: { ...sum, amount: amountCents },
    }
  },

  exportStatement: async ({ month, keyWords }, { actor, db, fail, record, scope }) => {
    const count = await countTotals(db, { scope, month, keyWords })
    if (count === 0) return fail(hoursErrors.nothingToExport)
    const payload = { month, scope, count, ...(keyWords && { keyWords }) }
    const conditions = { 月份: month, ...(keyWords && { 讲师: keyWords }) }
    const { jobId } = await startTrackedJob(db, actor, exportStatementJob, payload, { conditions })
    record({ targetName: `${month} 课酬`, after: { jobId, month, count } })
    return { jobId }
  },
}

type Correcting = Context<(typeof teacherHours)['correct']>

/** What stands instead; of settled hours at the rate that is agreed for that day now. Nothing where no minute is left. */
async function correctedOf(
  before: StoredEntry,
  minutes: number,
  { db, fail }: Correcting,
): Promise<Omit<NewEntry, 'by'> | undefined> {
  if (minutes === 0) return undefined
  const { teacherId, bookingId, day, stage } = before
  if (stage !== settled) return { teacherId, bookingId, day, stage, minutes, centsPerHour: null }
  const rate = rateOn(day, (await termsOf(db, [teacherId])).get(teacherId) ?? []) ?? fail(hoursErrors.noRate)
  return { teacherId, bookingId, day, stage, minutes, ...rate, amountCents: amountOf(minutes, rate.centsPerHour) }
}

async function settledOf(db: Correcting['db'], lines: readonly StoredLine[], by: string) {
  const terms = await termsOf(db, [...new Set(lines.map(({ teacherId }) => teacherId))])
  const withoutRate = new Set<string>()
  const entries = lines.flatMap(({ teacherId, teacherName, bookingId, day, confirmedMinutes }): NewEntry[] => {
    const rate = rateOn(day, terms.get(teacherId) ?? [])
    if (!rate) withoutRate.add(`${teacherName} ${day}`)
    const amountCents = rate && amountOf(confirmedMinutes, rate.centsPerHour)
    return rate
      ? [{ teacherId, bookingId, day, stage: settled, minutes: confirmedMinutes, ...rate, amountCents: amountCents ?? 0, by }]
      : []
  })
  return { entries, withoutRate: [...withoutRate] }
}

export const hoursEndpoints = implement(teacherHours, handlers, { hour_entry_reversed_once: hoursErrors.notLast })
