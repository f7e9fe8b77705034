/** Exam rooms: where they are, and their seats. */
import {
  asChange,
  endpoint,
  id,
  instant,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { roomStatus } from './codes.ts'
import { roomErrors } from './errors.ts'
import { examinationRoom } from './menus.ts'
import { parseOpening } from './rules/opening.ts'
import { seatMap, spacing } from './rules/seat-map.ts'

const { rights } = examinationRoom
const base = '/api/v1/exam/room'

const range = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], '网段格式不正确，例如 10.1.2.0/24')
export const mostImported = 500
export const roomSize = (label: string) => z.int(`请输入${label}`).min(1, `${label}至少为 1`).max(40, `${label}最多 40`)

/** What a room is, typed or from a row of a file. */
export const roomFacts = {
  roomName: requiredText(50, '考场名称'),
  campus: text(50, '校区').default(''),
  building: text(50, '楼栋').default(''),
  number: text(50, '房间号').default(''),
  /** Networks of its computers: whoever sits elsewhere is noticed. */
  addressRanges: z.array(range).max(50, '最多 50 个网段').default([]),
  /** What it has for its people: 电脑, 监控. */
  equipment: z
    .array(requiredText(20, '设备'))
    .max(30, '最多 30 项设备')
    .refine((all) => new Set(all).size === all.length, '设备不能重复')
    .default([]),
  /** As `parseOpening` reads it; empty: always open. */
  openingHours: text(200, '开放时间')
    .refine((words) => parseOpening(words) !== undefined, '开放时间格式不正确，例如：周一至周五 08:00–18:00；周六 09:00–12:00')
    .default(''),
}

/** A spacing under a name; with `seats` these seats, chosen one by one, and no spacing counts. */
export const layout = spacing.extend({
  name: requiredText(20, '排法名称'),
  seats: z
    .array(z.string().max(20, '座位编号过长'))
    .max(2000, '一间考场最多 2000 个座位')
    .refine((seats) => new Set(seats).size === seats.length, '座位不能重复选择')
    .optional(),
})
export type Layout = z.output<typeof layout>
/** What a room has from the beginning. */
export const everySeat: Layout = { name: '全部座位', firstRow: 1, dx: 0, dy: 0 }
export const layouts = z
  .array(layout)
  .min(1, '请至少保留一种排法')
  .max(10, '最多 10 种排法')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, '排法名称不能重复')

export const roomRow = z.object({
  id,
  roomName: z.string(),
  roomStatus: roomStatus.schema,
  campus: z.string(),
  building: z.string(),
  number: z.string(),
  /** Campus, building and number in one. */
  address: z.string(),
  addressRanges: z.array(z.string()),
  equipment: z.array(z.string()),
  openingHours: z.string(),
  seatCount: z.int(),
  /** By its first layout. */
  capacity: z.int(),
  updateTime: instant,
  version: rowVersion,
})
export type RoomRow = z.output<typeof roomRow>

const roomSeats = roomRow.extend({
  /** Counts the versions of its seats. */
  mapNumber: z.int(),
  rows: seatMap,
  layouts: z.array(layout),
})
export type RoomSeats = z.output<typeof roomSeats>

export const room = {
  list: endpoint({
    path: `${base}/list`,
    summary: '考场列表',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({
      roomName: text(50, '考场名称').optional(),
      roomStatus: z.coerce.number().pipe(roomStatus.schema).optional(),
      /** The rooms in whose networks this computer stands. */
      address: z.union([z.ipv4(), z.ipv6()], 'IP 地址格式不正确，例如 10.1.2.30').optional(),
      equipment: text(20, '设备').optional(),
    }),
    output: pageOf(roomRow),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '考场与座位',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: roomSeats,
    errors: [protocolErrors.notFound],
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新建考场',
    access: rights.add,
    audit: { action: 'create', target: 'exam-room' },
    input: z.object({ ...roomFacts, rowCount: roomSize('排数'), columnCount: roomSize('每排座位数') }),
    output: z.object({ id }),
    errors: [roomErrors.nameTaken, roomErrors.tooMany],
  }),
  template: endpoint({
    path: `${base}/template`,
    method: 'GET',
    summary: '下载考场导入模板',
    access: rights.add,
    audit: 'read',
    download: true,
  }),
  /**
   * Sound rows of a workbook, sound room files of a .zip (server/rules/room-file.ts) become rooms; the others come back in a workbook with the reason in
   * front. At most 500 rooms.
   */
  import: endpoint({
    path: `${base}/import`,
    summary: '批量导入考场',
    access: rights.add,
    audit: { action: 'import', target: 'exam-room' },
    input: z
      .object({ fileUrl: z.string().max(2000).optional(), fileId: id.optional() })
      .refine(({ fileUrl, fileId }) => Boolean(fileUrl || fileId), { error: '请先上传文件', path: ['fileUrl'] }),
    output: z.object({
      successCount: z.int(),
      failedUrl: z.string().nullable(),
      errFileName: z.string().nullable(),
      errMessage: z.string().nullable(),
    }),
    errors: [
      fileErrors.noSpace,
      roomErrors.fileMissing,
      roomErrors.invalidTemplate,
      roomErrors.unreadableFile,
      roomErrors.nothingToImport,
      roomErrors.notRoomFiles,
      roomErrors.tooMany,
    ],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改考场',
    access: rights.edit,
    audit: { action: 'update', target: 'exam-room' },
    input: z.object({ id, version: rowVersion, ...asChange(roomFacts) }),
    output: z.object({ id, version: rowVersion }),
    errors: [protocolErrors.notFound, protocolErrors.changed, roomErrors.nameTaken],
  }),
  /** A closed room keeps whom it has; nobody else is seated there. */
  setStatus: endpoint({
    path: `${base}/setStatus`,
    summary: '启用或停用考场',
    access: rights.edit,
    audit: { action: 'setStatus', target: 'exam-room' },
    input: z.object({ id, roomStatus: roomStatus.schema }),
    errors: [protocolErrors.notFound],
  }),
  /** As a new version: whoever was seated by an older one keeps it. */
  saveSeats: endpoint({
    path: `${base}/saveSeats`,
    summary: '保存座位图',
    access: rights.edit,
    audit: { action: 'saveSeats', target: 'exam-room' },
    input: z.object({ id, version: rowVersion, rows: seatMap, layouts }),
    output: roomSeats,
    errors: [protocolErrors.notFound, protocolErrors.changed],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除考场',
    access: rights.remove,
    audit: { action: 'delete', target: 'exam-room' },
    input: z.object({ id }),
    errors: [protocolErrors.notFound, roomErrors.inUse],
  }),
}
