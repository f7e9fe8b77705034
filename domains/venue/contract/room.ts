/** Exam rooms: where they are, and their seats. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { roomStatus } from './codes.ts'
import { roomErrors } from './errors.ts'
import { examinationRoom } from './menus.ts'
import { seatMap, spacing } from './rules/seat-map.ts'

const { rights } = examinationRoom
const base = '/api/v1/exam/room'

const range = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], '网段格式不正确，例如 10.1.2.0/24')
const size = (label: string) => z.int(`请输入${label}`).min(1, `${label}至少为 1`).max(40, `${label}最多 40`)

const facts = {
  roomName: requiredText(50, '考场名称'),
  campus: text(50, '校区').default(''),
  building: text(50, '楼栋').default(''),
  number: text(50, '房间号').default(''),
  /** Networks of its computers: whoever sits elsewhere is noticed. */
  addressRanges: z.array(range).max(50, '最多 50 个网段').default([]),
}

/** A spacing under a name. */
export const layout = spacing.extend({ name: requiredText(20, '排法名称') })
export type Layout = z.output<typeof layout>
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
    input: z.object({ ...facts, rowCount: size('排数'), columnCount: size('每排座位数') }),
    output: z.object({ id }),
    errors: [roomErrors.nameTaken, roomErrors.tooMany],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改考场',
    access: rights.edit,
    audit: { action: 'update', target: 'exam-room' },
    input: z.object({ id, version: rowVersion, ...facts }),
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
