import { z } from 'zod'

export const seatStates = ['usable', 'noTable', 'broken', 'accessible', 'reserved'] as const
export type SeatState = (typeof seatStates)[number]

export const seatStateWords: Readonly<Record<SeatState, string>> = {
  usable: '可用',
  noTable: '无桌',
  broken: '损坏',
  accessible: '无障碍',
  reserved: '预留',
}

const label = z.string('请输入编号').trim().min(1, '请输入编号').max(8, '编号最多 8 个字')
const coordinate = z.number('坐标格式不正确').min(0, '坐标不能为负').max(10_000, '坐标过大')

const seat = z.object({ label, x: coordinate, state: z.enum(seatStates, '座位状态不正确') })
const seatRow = z.object({ label, y: coordinate, seats: z.array(seat).max(100, '一排最多 100 个座位') })

/** Rows of a room and their seats; x grows along a row, y from the front to the back. */
export const seatMap = z
  .array(seatRow)
  .max(100, '最多 100 排')
  .refine(hasOwnPlaces, '排号和同一排的座位号、位置不能重复')
  .refine((rows) => rows.reduce((sum, { seats }) => sum + seats.length, 0) <= 2000, '一间考场最多 2000 个座位')
export type SeatMap = z.output<typeof seatMap>

/** Rows before `firstRow` stay empty; of two taken seats of a row, and of two taken rows, the distance is more than `dx`, `dy`. */
export const spacing = z.object({
  firstRow: z.number('请输入起始排').int('起始排应为整数').min(1, '起始排从 1 开始').max(100, '最多 100 排'),
  dx: z.number('请输入左右间距').min(0, '间距不能为负').max(10_000, '间距过大'),
  dy: z.number('请输入前后间距').min(0, '间距不能为负').max(10_000, '间距过大'),
})
export type Spacing = z.output<typeof spacing>

function hasOwnPlaces(rows: readonly { label: string; y: number; seats: readonly { label: string; x: number }[] }[]): boolean {
  const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
  return (
    areDistinct(rows.map((row) => row.label)) &&
    areDistinct(rows.map((row) => row.y)) &&
    rows.every(({ seats }) => areDistinct(seats.map((one) => one.label)) && areDistinct(seats.map((one) => one.x)))
  )
}

/** So many rows and seats, one unit apart. */
export function evenMap(rows: number, columns: number): SeatMap {
  return Array.from({ length: rows }, (_row, y) => ({
    label: String(y + 1),
    y,
    seats: Array.from({ length: columns }, (_seat, x) => ({ label: String(x + 1), x, state: 'usable' as const })),
  }))
}

/** How a seat is named in its room: "3-12" is seat 12 of row 3. */
export const seatName = (row: string, seat: string): string => `${row}-${seat}`
