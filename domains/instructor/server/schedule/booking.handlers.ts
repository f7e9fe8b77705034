import { kept, protocolErrors } from '@kaopei/contract'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { bookingState } from '../../contract/codes.ts'
import { scheduleErrors } from '../../contract/errors.ts'
import { bookingFields, teacherBooking } from '../../contract/schedule.ts'
import { enterHeld } from '../hours/entries.ts'
import { lockSeen } from '../sight.sql.ts'
import { addBooking, giveUpBooking, moveBooking, whatIsAgainst } from './booking.service.ts'
import { countBookings, lockBooking, type StoredBooking, selectBookings } from './booking.sql.ts'

const timeOf = ({ title, place, beginTime, endTime }: Pick<StoredBooking, 'title' | 'place' | 'beginTime' | 'endTime'>) => ({
  ...{ title, place, beginTime, endTime },
})

type Changing =
  | Context<(typeof teacherBooking)['modify']>
  | Context<(typeof teacherBooking)['cancel']>
  | Context<(typeof teacherBooking)['hold']>

/** One of this room's own that is still before it. */
async function changeable({ db, fail, scope }: Changing, id: string): Promise<StoredBooking> {
  const before = (await lockBooking(db, scope, id)) ?? fail(protocolErrors.notFound)
  if (before.isOfAnother) fail(scheduleErrors.ofAnother)
  if (before.state !== bookingState.booked)
    fail(scheduleErrors.wrongState, { text: `这次授课${bookingState.label(before.state)}，不能再修改` })
  return before
}

const handlers: Handlers<typeof teacherBooking> = {
  list: async ({ pageIndex, pageSize, ...given }, { db, scope }) => {
    const filter = { ...given, scope }
    const rows = await selectBookings(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: rows, totalCount: await countBookings(db, filter) }
  },

  create: async ({ teacherId, ...wish }, { actor, db, fail, record, scope }) => {
    const teacher = (await lockSeen(db, scope, teacherId)) ?? fail(protocolErrors.notFound)
    if (!teacher.isEnabled) return fail(scheduleErrors.disabled)
    if (teacher.hasLeft) return fail(scheduleErrors.left)
    const against = await whatIsAgainst(db, { teacherId, ...wish })
    if (against) return fail(against.error, { text: against.text })
    const id = await addBooking(db, { teacherId, ...wish, by: actor.staffId })
    record({ targetId: id, targetName: `${teacher.name}：${wish.title}`, after: wish })
    return { id }
  },

  modify: async ({ id, version, ...said }, context) => {
    const { actor, db, fail, record } = context
    const before = await changeable(context, id)
    if (before.version !== version) return fail(protocolErrors.changed, { data: before })
    if (before.hasLeft) return fail(scheduleErrors.left, { text: `讲师${before.teacherName}已离职，请取消后预约其他讲师` })
    const wish = kept(bookingFields, said, before)
    const against = await whatIsAgainst(db, { teacherId: before.teacherId, ...wish }, id)
    if (against) return fail(against.error, { text: against.text })
    await moveBooking(db, before, wish, actor.staffId)
    record({ targetId: id, targetName: `${before.teacherName}：${wish.title}`, before: timeOf(before), after: wish })
    return { id, version: version + 1 }
  },

  cancel: async ({ id, reason }, context) => {
    const { actor, db, record } = context
    const before = await changeable(context, id)
    await giveUpBooking(db, id, { reason, by: actor.staffId })
    record({ targetId: id, targetName: `${before.teacherName}：${before.title}`, before: timeOf(before), reason })
    return null
  },

  hold: async ({ id }, context) => {
    const { actor, db, fail, now, record } = context
    const before = await changeable(context, id)
    if (now < before.beginTime) return fail(scheduleErrors.notYet)
    const minutes = await enterHeld(db, { ...before, bookingId: id, by: actor.staffId })
    record({ targetId: id, targetName: `${before.teacherName}：${before.title}`, after: { minutes } })
    return null
  },
}

export const bookingEndpoints = implement(teacherBooking, handlers, { booking_no_overlap: scheduleErrors.overlapping })
