/**
 * A room as Artemis keeps it (domain K–L): one JSON file each, named by the room's number, with name, building, rows of seats at their positions and
 * layouts by name: by spacing (`auto_layout`), or seats by their place in the sorted rows (`useable_seats`).
 */
import { cut } from '@kaopei/contract'
import { z } from 'zod'
import { everySeat, type Layout, layouts as layoutsShape, roomFacts } from '../../contract/room.ts'
import { type SeatMap, type SeatState, seatMap, seatName } from '../../contract/rules/seat-map.ts'

const facts = z.object(roomFacts)

export interface FileRoom {
  readonly facts: z.output<typeof facts>
  readonly rows: SeatMap
  readonly layouts: readonly Layout[]
}

const place = z.object({ row_index: z.int(), seat_index: z.int() })
const givenLayout = z.union([
  z.object({
    auto_layout: z.object({ first_row: z.number().default(1), xspace: z.number().default(0), yspace: z.number().default(0) }),
  }),
  z.object({ useable_seats: z.array(place) }),
  z.object({ usable_seats: z.array(place) }).transform(({ usable_seats }) => ({ useable_seats: usable_seats })),
])
const givenSeat = z.object({
  label: z.string().nullish(),
  flag: z.string().nullish(),
  position: z.object({ x: z.number(), y: z.number() }),
})
const given = z.object({
  name: z.string(),
  building: z.string().nullish(),
  rows: z.array(z.object({ label: z.string().nullish(), seats: z.array(givenSeat) })),
  layouts: z.record(z.string(), givenLayout).nullish(),
})
type Given = z.output<typeof given>

/** The room, or what is wrong with its file, in words. */
export function roomOfFile(fileName: string, text: string): FileRoom | readonly string[] {
  const read = given.safeParse(parsed(text))
  if (!read.success) return [`不是考场文件：${wordsOfPath(read.error.issues[0]?.path ?? [])}缺失或格式不正确`]
  const { name, building, rows: givenRows, layouts: givenLayouts } = read.data
  const rows = rowsOf(givenRows)
  const problems = [...flagProblems(givenRows)]
  const layouts = Object.entries(givenLayouts ?? {})
    .toSorted(([one], [other]) => Number(other === standard) - Number(one === standard))
    .map(([title, wish]) => layoutOf(title === standard ? '默认' : title, wish, rows, problems))
  const room = {
    facts: facts.safeParse({
      roomName: name,
      building: building ?? '',
      number: fileName.replace(/^.*\//, '').replace(/\.json$/i, ''),
    }),
    rows: seatMap.safeParse(rows),
    layouts: layoutsShape.safeParse(layouts.length === 0 ? [everySeat] : layouts),
  }
  for (const part of Object.values(room)) if (!part.success) problems.push(...part.error.issues.map(({ message }) => message))
  if (problems.length > 0 || !room.facts.success || !room.rows.success || !room.layouts.success) return [...new Set(problems)]
  return { facts: room.facts.data, rows: room.rows.data, layouts: room.layouts.data }
}

const standard = 'default'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const wordsOfPath = (path: readonly PropertyKey[]) => (path.length === 0 ? '内容' : `“${path.map(String).join('.')}”`)

const states: Readonly<Record<string, SeatState>> = {
  ...{ '': 'usable', T: 'noTable', D: 'broken', W: 'accessible' },
  ...{ USABLE: 'usable', NO_TABLE: 'noTable', DEFECT: 'broken', WHEELCHAIR: 'accessible' },
}
const stateOf = (flag: string | null | undefined) => states[(flag ?? '').trim().toUpperCase()]

function* flagProblems(rows: Given['rows']): Generator<string> {
  for (const { flag } of rows.flatMap(({ seats }) => seats))
    if (!stateOf(flag)) yield `座位标记“${cut(flag ?? '', 20)}”不能识别，应为空、T、D 或 W`
}

/** What stands at one height is one row. Our places begin at 0, and labels that are missing, too long or not their own are counted. */
function rowsOf(given: Given['rows']): SeatMap {
  const seats = given.flatMap(({ label, seats: of }) =>
    of.map(({ label: own, flag, position }) => ({
      row: label ?? '',
      label: own ?? '',
      state: stateOf(flag) ?? 'usable',
      ...position,
    })),
  )
  const [left, front] = [least(seats.map(({ x }) => x)), least(seats.map(({ y }) => y))]
  const rows = [...Map.groupBy(seats, ({ y }) => y)].toSorted(([one], [other]) => one - other)
  const labels = ownLabels(rows.map(([, [first]]) => first?.row ?? ''))
  return rows.map(([y, of], index) => {
    const sorted = of.toSorted((one, other) => one.x - other.x)
    const names = ownLabels(sorted.map(({ label }) => label))
    return {
      label: labels[index] ?? '',
      y: y - front,
      seats: sorted.map(({ x, state }, at) => ({ label: names[at] ?? '', x: x - left, state })),
    }
  })
}

const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), 0)
const longestLabel = 8

function ownLabels(wished: readonly string[]): string[] {
  const labels = wished.map((label) => label.trim())
  const areOwn = new Set(labels).size === labels.length && labels.every((label) => label !== '' && label.length <= longestLabel)
  return areOwn ? labels : labels.map((_, index) => String(index + 1))
}

function layoutOf(name: string, wish: z.output<typeof givenLayout>, rows: SeatMap, problems: string[]): Layout {
  if ('auto_layout' in wish) {
    const { first_row: first, xspace, yspace } = wish.auto_layout
    return { name, firstRow: Math.max(1, Math.trunc(first)), dx: Math.max(0, xspace), dy: Math.max(0, yspace) }
  }
  const seats = wish.useable_seats.map(({ row_index, seat_index }) => {
    const row = rows[row_index]
    const seat = row?.seats[seat_index]
    return row && seat && seatName(row.label, seat.label)
  })
  if (seats.includes(undefined)) problems.push(`排法“${cut(name, 20)}”选择了不存在的座位`)
  return { ...everySeat, name, seats: seats.filter((seat) => seat !== undefined) }
}
