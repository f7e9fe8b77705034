import { kept, protocolErrors } from '@kaopei/contract'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { roomErrors } from '../../contract/errors.ts'
import { room, roomFacts } from '../../contract/room.ts'
import { evenMap } from '../../contract/rules/seat-map.ts'
import { importRooms } from './import.service.ts'
import { countsOf, factsOf, holdRoomFor, makeRoom } from './make-room.ts'
import {
  countRooms,
  deleteRoom,
  findRoom,
  insertMap,
  isUsed,
  lockPlansOf,
  lockRoom,
  renewMapOfPlans,
  selectRooms,
  touchRoom,
  updateRoom,
  updateStatus,
} from './room.sql.ts'
import { roomTemplate } from './rooms.sheet.ts'

const handlers: Handlers<typeof room> = {
  list: async ({ pageIndex, pageSize, ...filter }, { db }) => ({
    dataList: await selectRooms(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countRooms(db, filter),
  }),

  get: ({ id }, context) => selectRoom(id, context),

  create: async ({ rowCount, columnCount, ...input }, { actor, db, fail, record }) => {
    if (!(await holdRoomFor(db, 1))) return fail(roomErrors.tooMany)
    const id = await makeRoom(db, actor.staffId, { facts: input, rows: evenMap(rowCount, columnCount) })
    record({ targetId: id, targetName: input.roomName, after: { ...factsOf(input), seatCount: rowCount * columnCount } })
    return { id }
  },

  template: async () => ({ fileName: '考场导入模板.xlsx', contentType: xlsxType, body: roomTemplate() }),

  import: importRooms,

  modify: async ({ id, version, ...wish }, { db, fail, record }) => {
    const before = await findRoom(db, id)
    if (!before) return fail(protocolErrors.notFound)
    const input = kept(roomFacts, wish, before)
    if (!(await updateRoom(db, { id, version }, factsOf(input))))
      return fail(protocolErrors.changed, { data: { version: before.version } })
    record({ targetId: id, targetName: input.roomName, before: factsOf(before), after: factsOf(input) })
    return { id, version: version + 1 }
  },

  setStatus: async ({ id, roomStatus }, { db, fail, record }) => {
    if (!(await lockRoom(db, id))) return fail(protocolErrors.notFound)
    const before = await findRoom(db, id)
    await updateStatus(db, id, roomStatus)
    record({
      targetId: id,
      targetName: before?.roomName ?? '',
      before: { roomStatus: before?.roomStatus },
      after: { roomStatus },
    })
    return null
  },

  saveSeats: async ({ id, version, rows, layouts }, context) => {
    const { actor, db, fail, record } = context
    await lockPlansOf(db, id)
    if (!(await lockRoom(db, id))) return fail(protocolErrors.notFound)
    const before = await selectRoom(id, context)
    if (before.version !== version) return fail(protocolErrors.changed)
    const counts = countsOf(rows, layouts)
    await insertMap(db, { roomId: id, rows, layouts, ...counts, createdBy: actor.staffId })
    await renewMapOfPlans(db, id)
    await touchRoom(db, id)
    const { roomName: targetName, seatCount, capacity, mapNumber } = before
    record({
      targetId: id,
      targetName,
      before: { seatCount, capacity, mapNumber },
      after: { ...counts, mapNumber: mapNumber + 1 },
    })
    return selectRoom(id, context)
  },

  remove: async ({ id }, context) => {
    const { db, fail, record } = context
    if (!(await lockRoom(db, id))) return fail(protocolErrors.notFound)
    const before = await selectRoom(id, context)
    if (await isUsed(db, id)) return fail(roomErrors.inUse)
    await deleteRoom(db, id)
    record({ targetId: id, targetName: before.roomName, before: factsOf(before) })
    return null
  },
}

async function selectRoom(id: string, { db, fail }: Pick<Context<typeof room.get>, 'db' | 'fail'>) {
  const found = await findRoom(db, id)
  if (!found) return fail(protocolErrors.notFound)
  const { mapId: _mapId, ...shown } = found
  return shown
}

export const roomEndpoints = implement(room, handlers, { room_name_unique: roomErrors.nameTaken })
