import { protocolErrors } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { rangeKind } from '../../contract/codes.ts'
import { scheduleErrors } from '../../contract/errors.ts'
import { schedule, type WeekHours } from '../../contract/schedule.ts'
import { spanOfDay, weekdayOf } from '../rules/free-slots.ts'
import { findSeen, lockSeen } from '../sight.sql.ts'
import { standingBookings } from './booking.sql.ts'
import { calendarOf, type FreeDay, freeOn } from './calendar.ts'
import { deleteRange, insertRange, replaceWeek, selectCandidates, selectWeeks } from './time.sql.ts'

const longestRangeMs = 366 * 86_400_000

const handlers: Handlers<typeof schedule> = {
  calendar: async ({ teacherId, from, days }, { db, fail, scope }) => {
    if (!(await findSeen(db, scope, teacherId))) return fail(protocolErrors.notFound)
    return calendarOf(db, { teacherId, from, days, zone: await timeZoneOf(db) })
  },

  free: async ({ day, minutes, pageIndex, pageSize, ...given }, { db, scope }) => {
    const zone = await timeZoneOf(db)
    const { from, to } = spanOfDay(day, zone)
    const wanted = { beginTime: new Date(from), endTime: new Date(to) }
    const candidates = await selectCandidates(db, { ...given, ...wanted, scope, weekday: weekdayOf(day) })
    const frees = await freeOn(
      db,
      { day, zone, minutes, ...wanted },
      candidates.map(({ id }) => id),
    )
    const found = candidates.flatMap((one) => {
      const free: FreeDay | undefined = frees.get(one.id)
      return free ? [{ ...one, ...free }] : []
    })
    const start = (pageIndex - 1) * pageSize
    return { dataList: found.slice(start, start + pageSize), totalCount: found.length }
  },

  saveWeek: async ({ teacherId, weekHours }, { db, fail, record, scope }) => {
    const teacher = (await lockSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    if (hasOverlap(weekHours)) return fail(scheduleErrors.weekOverlapping)
    const before = await selectWeeks(db, [teacherId])
    await replaceWeek(db, teacherId, weekHours)
    record({
      targetId: teacherId,
      targetName: teacher.name,
      before: { weekHours: before.map(words) },
      after: { weekHours: weekHours.map(words) },
    })
    return null
  },

  addRange: async ({ teacherId, ...range }, { actor, db, fail, record, scope }) => {
    const { beginTime, endTime } = range
    const teacher = (await lockSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    if (endTime <= beginTime) return fail(scheduleErrors.timesInverted)
    if (endTime.getTime() - beginTime.getTime() > longestRangeMs) return fail(scheduleErrors.rangeTooLong)
    const met = range.kind === rangeKind.not ? await standingBookings(db, teacherId, range) : []
    const [first] = met
    if (first)
      return fail(scheduleErrors.overlapping, { text: `该时段已有 ${met.length} 次授课（${first.title}），请先改期或取消` })
    const id = await insertRange(db, { teacherId, ...range, by: actor.staffId })
    record({ targetId: teacherId, targetName: teacher.name, after: { ...range, rangeKind: rangeKind.label(range.kind) } })
    return { id }
  },

  removeRange: async ({ id }, { db, fail, record, scope }) => {
    const gone = (await deleteRange(db, scope, id)) ?? fail(protocolErrors.notFound)
    const { teacherId, teacherName, kind, beginTime, endTime } = gone
    record({ targetId: teacherId, targetName: teacherName, before: { rangeKind: rangeKind.label(kind), beginTime, endTime } })
    return null
  },
}

const hasOverlap = (hours: readonly WeekHours[]) =>
  hours.some((one, index) =>
    hours.some(
      (other, place) =>
        place < index && other.weekday === one.weekday && one.fromMinute < other.toMinute && other.fromMinute < one.toMinute,
    ),
  )

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const words = ({ weekday, fromMinute, toMinute }: WeekHours) =>
  `周${'一二三四五六日'[weekday - 1]} ${clock(fromMinute)}–${clock(toMinute)}`

export const scheduleEndpoints = implement(schedule, handlers)
