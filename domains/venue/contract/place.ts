/** The shapes of a plan and its places, for the rooms whose people are seated. */
import { id, instant, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { placeState, roomStatus } from './codes.ts'
import { seatMap } from './rules/seat-map.ts'

export const planRoom = z.object({
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  roomStatus: roomStatus.schema,
  openingHours: z.string(),
  layoutName: z.string(),
  /** What the room has to choose from. */
  layoutNames: z.array(z.string()),
  /** Without what is kept back. */
  capacity: z.int(),
  seatedCount: z.int(),
})

export const reservePercent = z.int('预留比例须为整数').min(0, '预留比例不能小于 0').max(50, '预留比例不能超过 50%')

export const plan = z.object({
  /** 0: no room was chosen yet. */
  version: z.int(),
  isEven: z.boolean(),
  /** Of each room's seats, in hundredths: the distribution leaves them free. */
  reservePercent: z.int(),
  /** Pairs of neighbours of one department that the last distribution left. */
  conflictCount: z.int().nullable(),
  distributedTime: instant.nullable(),
  rooms: z.array(planRoom),
})
export type Plan = z.output<typeof plan>

export const roomWishes = z
  .array(z.object({ roomId: id, layoutName: requiredText(20, '排法') }))
  .max(200, '最多 200 间考场')
  .refine((all) => new Set(all.map(({ roomId }) => roomId)).size === all.length, '同一间考场不能选择两次')

export const shownPlace = z.object({
  roomId: id.nullable(),
  roomName: z.string().nullable(),
  seat: z.string().nullable(),
  needsAccessible: z.boolean(),
  isFixed: z.boolean(),
  ticketNumber: z.string().nullable(),
  state: placeState.schema,
  realSeat: z.string().nullable(),
})

/** What the candidate is told. */
export const ownPlace = z.object({ roomName: z.string(), address: z.string(), seat: z.string(), ticketNumber: z.string() })

/** The room from above, with who sits where. */
export const roomPlan = z.object({
  roomName: z.string(),
  rows: seatMap,
  /** Seats that the layout takes. */
  taken: z.array(z.string()),
})

export const checkInActs = ['arrived', 'verified', 'seated', 'refused', 'undone'] as const
export type CheckInAct = (typeof checkInActs)[number]
export const checkInWays = ['list', 'qr'] as const
export type CheckInWay = (typeof checkInWays)[number]

/** One step of somebody's signing in. */
export const checkInStep = z.object({
  id,
  act: z.enum(checkInActs),
  way: z.enum(checkInWays),
  reason: z.string(),
  seat: z.string().nullable(),
  byName: z.string().nullable(),
  time: instant,
})
export const checkInInput = {
  act: z.enum(checkInActs, '签到操作不正确'),
  /** Needed for refusing and for taking back. */
  reason: text(200, '原因').default(''),
  /** Where they really sit, when that is not their seat. */
  seat: text(20, '座位').optional(),
}
