import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import type { Handlers } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { z } from 'zod'
import { roomErrors } from '../../contract/errors.ts'
import { type room, roomFacts, roomSize } from '../../contract/room.ts'
import { holdRoomFor, makeRoom } from './make-room.ts'
import { takenNames } from './room.sql.ts'
import { failedRooms, type RoomOfRow, readRooms } from './rooms.sheet.ts'

const failureName = '考场导入失败明细.xlsx'
const typed = z.object({ ...roomFacts, rowCount: roomSize('排数'), columnCount: roomSize('每排座位数') })
type Typed = z.output<typeof typed>

interface Judged {
  readonly row: RoomOfRow
  readonly room: Typed | undefined
  readonly problems: readonly string[]
}

/** Sound rows become rooms; a name that is there already, or twice in the file, is a fault of its row. */
export const importRooms: Handlers<typeof room>['import'] = async (named, { actor, db, fail, record, services }) => {
  const { companyId, staffId: createdBy } = actor
  const fileId = await findOwnUpload(db, services, actor, named, ['import'])
  if (fileId === undefined) return fail(roomErrors.fileMissing)
  const rows = await withLocalFile(db, services, fileId, (path, { name }) => readRooms({ path, fileName: name, fail }))
  const taken = await takenNames(
    db,
    rows.map(({ cells: [name = ''] }) => name),
  )
  const judged = rows.map((row) => judge(row, taken))
  const sound = judged.flatMap(({ room: one, problems }) => (one && problems.length === 0 ? [one] : []))
  if (!(await holdRoomFor(db, sound.length))) return fail(roomErrors.tooMany)
  for (const one of sound) await makeRoom(db, createdBy, one)
  const failed = judged.filter(({ problems }) => problems.length > 0)
  const targetName = sound.length === 1 ? sound[0]?.roomName : `${sound.length} 间考场`
  record({ targetName, after: { rooms: sound.map(({ roomName }) => roomName), failedCount: failed.length } })
  if (failed.length === 0) return { successCount: sound.length, failedUrl: null, errFileName: null, errMessage: null }
  const file = { companyId, name: failureName, contentType: xlsxType, purpose: 'importFailure', createdBy }
  const stored = await storeFile(db, services, { ...file, body: failedRooms(failed) }, fail)
  return {
    successCount: sound.length,
    failedUrl: fileUrl(services, { companyId, fileId: stored.fileId }),
    errFileName: failureName,
    errMessage: `${failed.length}行有误，请下载失败明细修改后重新上传`,
  }
}

/** Adds the row's name to those that are taken. */
function judge(row: RoomOfRow, taken: Set<string>): Judged {
  const [roomName = '', campus, building, number, ranges = '', rowCount = '', columnCount = ''] = row.cells
  const read = typed.safeParse({
    ...{ roomName, campus, building, number, rowCount: countOf(rowCount), columnCount: countOf(columnCount) },
    addressRanges: ranges.split(/[、,，;；\s]+/).filter((range) => range !== ''),
  })
  if (!read.success) return { row, room: undefined, problems: [...new Set(read.error.issues.map(({ message }) => message))] }
  if (taken.has(read.data.roomName)) return { row, room: read.data, problems: [roomErrors.nameTaken.text] }
  taken.add(read.data.roomName)
  return { row, room: read.data, problems: [] }
}

const countOf = (text: string): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)
