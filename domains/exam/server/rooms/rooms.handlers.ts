import { protocolErrors } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type DataScope, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { planErrors } from '@kaopei/venue/contract/errors'
import { isOpenThroughout, parseOpening } from '@kaopei/venue/contract/rules/opening'
import {
  checkIn,
  countRooms,
  distributePlan,
  findByCode,
  readPlan,
  roomPlanOf,
  roomsToChoose,
  savePlan,
  selectCheckIns,
  setNeeds,
} from '@kaopei/venue/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examRooms } from '../../contract/exam-rooms.ts'
import { type ExamRow, findExam } from '../exam.sql.ts'
import { searchFor } from '../people/shown-contacts.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { examOwner } from '../times/terms.ts'
import { freeFormerSeats } from './former-seats.sql.ts'
import { openExam } from './open-exam.ts'
import { reachOf, searchScope } from './reach.ts'
import { countRelations, selectRelations } from './relations.sql.ts'
import { noteMove, seatCandidate } from './seat-candidate.ts'
import { countSeated, countsOf, selectExpected, selectSeated, selectSitters } from './seats.sql.ts'
import { shownRows } from './shown-rows.ts'

const handlers: Handlers<typeof examRooms> = {
  relation: async ({ pageIndex, pageSize, ...filter }, { db, now }) => {
    const rows = await selectRelations(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ status, openAt, closeAt, ...row }) => ({
      ...row,
      key: `${row.examinationId} ${row.roomId}`,
      examStatus: examStatusAt({ status, openAt, closeAt }, now),
      admissionStartTime: openAt,
      admissionEndTime: closeAt,
    }))
    return { dataList, totalCount: await countRelations(db, filter) }
  },

  get: async ({ examinationId }, { db, scope, fail }) => shownPlan(db, await selectExam(db, examinationId, fail), scope),

  options: async ({ pageIndex, pageSize, ...filter }, { db }) => ({
    dataList: await roomsToChoose(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countRooms(db, filter),
  }),

  save: async ({ examinationId, rooms, ...wish }, { db, now, scope, fail, record }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    if (scope.kind !== 'all') return fail(planErrors.forEverybody)
    const before = await readPlan(db, examOwner(exam.id))
    const { isEven = before.isEven, reservePercent = before.reservePercent } = wish
    await freeFormerSeats(db, exam.id)
    await savePlan(db, examOwner(exam.id), { isEven, reservePercent, rooms }, fail)
    const after = await shownPlan(db, exam, scope)
    const wordsOf = (plan: Pick<typeof before, 'rooms'>) =>
      plan.rooms.map(({ roomName, layoutName }) => `${roomName}（${layoutName}）`)
    record({
      targetId: exam.id,
      targetName: exam.name,
      before: { rooms: wordsOf(before), isEven: before.isEven, reservePercent: before.reservePercent },
      after: { rooms: wordsOf(after), isEven, reservePercent },
    })
    return after
  },

  distribute: async ({ examinationId, isAnew }, { db, now, scope, fail, record, services }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    if (scope.kind !== 'all') return fail(planErrors.forEverybody)
    if (isAnew && isTold(exam)) return fail(planErrors.told)
    const people = await selectExpected(db, exam.id)
    const outcome = await distributePlan(db, examOwner(exam.id), { people, isAnew, secret: services.secret }, fail)
    record({ targetId: exam.id, targetName: exam.name, after: { ...outcome, isAnew } })
    return outcome
  },

  list: async ({ pageIndex, pageSize, examinationId: examId, keyWords, ...wish }, { actor, db, scope }) => {
    const reach = reachOf(actor, scope)
    const filter = { examId, scope: reach, search: searchFor(actor, searchScope(reach), keyWords), ...wish }
    const rows = await selectSeated(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await shownRows(db, actor, rows), totalCount: await countSeated(db, filter) }
  },

  seat: async ({ examinationId, ...wish }, { actor, db, now, scope, fail, record }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    await guardCandidates(db, { examId: exam.id, scope, staffIds: [wish.staffId] }, fail)
    const { before, roomName } = await seatCandidate(db, { ...wish, examId: exam.id, by: actor.staffId, now }, fail)
    const after = { staffIds: [wish.staffId], roomName, seat: wish.seat }
    record({ targetId: exam.id, targetName: exam.name, before: { seat: before?.seat ?? null }, after })
    return null
  },

  setNeeds: async ({ examinationId, staffIds, needsAccessible }, { db, now, scope, fail, record }) => {
    const exam = await openExam(db, { id: examinationId, now }, fail)
    await guardCandidates(db, { examId: exam.id, scope, staffIds }, fail)
    await setNeeds(db, examOwner(exam.id), staffIds, needsAccessible)
    record({ targetId: exam.id, targetName: exam.name, after: { staffIds, needsAccessible } })
    return null
  },

  map: async ({ examinationId, roomId }, { actor, db, scope, fail }) => {
    const exam = await selectExam(db, examinationId, fail)
    const room = await roomPlanOf(db, examOwner(exam.id), roomId)
    const reach = reachOf(actor, scope)
    const isSeen = room && (reach.kind !== 'assigned' || (await countSeated(db, { examId: exam.id, scope: reach, roomId })) > 0)
    if (!isSeen) return fail(protocolErrors.notFound)
    return { ...room, people: await selectSitters(db, { examId: exam.id, scope: reach, roomId }) }
  },

  checkIns: async ({ examinationId, staffId }, { actor, db, scope, fail }) => {
    const exam = await selectExam(db, examinationId, fail)
    const filter = { examId: exam.id, scope: reachOf(actor, scope), staffIds: [staffId] }
    if ((await countSeated(db, filter)) === 0) return fail(protocolErrors.notFound)
    const dataList = await selectCheckIns(db, examOwner(exam.id), staffId)
    return { dataList, totalCount: dataList.length }
  },

  checkIn: async ({ examinationId, staffId: chosen, code, ...wish }, { actor, db, now, scope, fail, record }) => {
    const exam = await selectExam(db, examinationId, fail)
    if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
    const owner = examOwner(exam.id)
    const staffId = code === undefined ? chosen : await findByCode(db, owner, code)
    const reach = reachOf(actor, scope)
    if (!staffId || (await countSeated(db, { examId: exam.id, scope: reach, staffIds: [staffId] })) === 0)
      return fail(protocolErrors.notFound)
    const way = code === undefined ? 'list' : 'qr'
    const { stateBefore, roomId, seatBefore, seat } = await checkIn(
      db,
      owner,
      { staffId, way, by: actor.staffId, act: wish.act, reason: wish.reason, seat: wish.seat },
      fail,
    )
    const [row] = await shownRows(
      db,
      actor,
      await selectSeated(db, { examId: exam.id, scope: reach, staffIds: [staffId] }, { limit: 1, offset: 0 }),
    )
    if (!row) return fail(protocolErrors.notFound)
    const to = { roomId, roomName: row.roomName ?? '', seat }
    await noteMove(db, { examId: exam.id, staffId, from: { roomId, seat: seatBefore }, to, reason: wish.reason, now })
    const after = { name: row.name, state: row.state, seat: row.realSeat ?? row.seat, reason: wish.reason }
    record({ targetId: exam.id, targetName: exam.name, before: { state: stateBefore }, after })
    return row
  },
}

const isTold = ({ status }: Pick<ExamRow, 'status'>): boolean => status !== examStatus.draft

async function selectExam(db: Db, examId: string, fail: Fail<typeof protocolErrors.notFound>) {
  return (await findExam(db, examId)) ?? fail(protocolErrors.notFound)
}

async function shownPlan(db: Db, exam: Pick<ExamRow, 'id' | 'status' | 'openAt' | 'closeAt'>, scope: DataScope) {
  const mayChange = exam.status !== examStatus.cancelled
  const { rooms, ...plan } = await readPlan(db, examOwner(exam.id))
  const zone = await timeZoneOf(db)
  const span = exam.openAt && exam.closeAt && { from: exam.openAt, until: exam.closeAt }
  return {
    ...plan,
    rooms: rooms.map((room) => ({
      ...room,
      isOutsideHours: span !== null && !isOpenThroughout(parseOpening(room.openingHours) ?? [], span, zone),
    })),
    ...(await countsOf(db, exam.id, scope)),
    ...{ isTold: isTold(exam), mayChange, mayLayOut: mayChange && scope.kind === 'all' },
  }
}

interface Wanted {
  readonly examId: string
  readonly scope: DataScope
  readonly staffIds: readonly string[]
}

/** All of them candidates whom the caller sees. */
async function guardCandidates(db: Db, { examId, scope, staffIds }: Wanted, fail: Fail<typeof examErrors.unknownStaff>) {
  const wanted = [...new Set(staffIds)]
  if ((await countSeated(db, { examId, scope, staffIds: wanted })) < wanted.length) fail(examErrors.unknownStaff)
}

export const examRoomEndpoints = implement(examRooms, handlers)
