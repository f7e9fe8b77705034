import { exam } from '@kaopei/exam/contract/exam'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { examInvigilators } from '@kaopei/exam/contract/exam-invigilators'
import { examRooms } from '@kaopei/exam/contract/exam-rooms'
import { room } from '@kaopei/venue/contract/room'
import { evenMap } from '@kaopei/venue/contract/rules/seat-map'
import type { DemoCompany } from './company.ts'
import { runningExam } from './exams.ts'
import type { Stage } from './stage.ts'

const columnCount = 10
const layoutName = '全部座位'

/** Two exam rooms, one of them with a broken seat and two that a wheelchair reaches, and the exam that is sat in them, each with two invigilators. */
export async function makeDemoRooms(stage: Stage, company: DemoCompany): Promise<void> {
  const admin = stage.as(company.admin, true)
  const { dataList } = await admin.call(exam.list, { pageIndex: 1, pageSize: 20, status: examStatus.inProgress })
  const examinationId = dataList.find(({ name }) => name === runningExam)?.id
  if (!examinationId) throw new Error('演示考试不存在')
  const { candidateCount } = await admin.call(examRooms.get, { examinationId })
  const rowCount = Math.min(40, Math.ceil(candidateCount / columnCount / 2) + 1)
  const size = { rowCount, columnCount, campus: '总部', building: '培训楼' }
  const here = { equipment: ['电脑', '监控'], openingHours: '每天 00:00–24:00' }
  const first = await admin.call(room.create, {
    ...size,
    ...here,
    roomName: '第 1 考场',
    number: '201',
    addressRanges: ['10.8.1.0/24'],
  })
  const second = await admin.call(room.create, {
    ...size,
    equipment: ['电脑'],
    roomName: '第 2 考场',
    number: '202',
    addressRanges: ['10.8.2.0/24'],
  })
  const { version, layouts } = await admin.call(room.get, first)
  const rows = evenMap(rowCount, columnCount).map((row, y) => ({
    ...row,
    seats: row.seats.map((seat, x) => ({ ...seat, state: (y === 0 ? states[x] : undefined) ?? seat.state })),
  }))
  await admin.call(room.saveSeats, {
    ...first,
    version,
    rows,
    layouts: [...layouts, { name: '隔位', firstRow: 1, dx: 1, dy: 0 }],
  })
  const rooms = [first, second].map(({ id }) => ({ roomId: id, layoutName }))
  await admin.call(examRooms.save, { examinationId, isEven: true, rooms })
  await admin.call(examRooms.distribute, { examinationId })
  for (const [at, { roomId }] of rooms.entries()) {
    const staffIds = company.staff.slice(40 + at * 2, 42 + at * 2).map(({ id }) => id)
    await admin.call(examInvigilators.add, { examinationId, staffIds, roomId })
  }
}

/** Seats of the first row that are not like the others. */
const states: Readonly<Record<number, 'accessible' | 'broken'>> = { 0: 'accessible', 1: 'accessible', 9: 'broken' }
