/** Why two who sat an exam are near each other. */
import type { SatSession } from '@kaopei/sitting/server'
import type { RoomNeighbours } from '@kaopei/venue/server'
import { isWithin } from './address-range.ts'
import { plainAddress } from './session-signs.ts'

interface Around {
  readonly sessions: readonly SatSession[]
  /** Where they sit now. */
  readonly places: readonly { readonly staffId: string; readonly roomId: string | null; readonly seat: string | null }[]
  readonly neighbours: readonly RoomNeighbours[]
  readonly sharedRanges: readonly string[]
}

interface Spot {
  readonly room: string
  readonly seat: string | null
}

/** Of two places in the list: seats beside each other, one room, one address that is not many people's, one browser. Also before somebody was moved. */
export function nearness(
  sheets: readonly { readonly attemptId: string; readonly staffId: string }[],
  { sessions, places, neighbours, sharedRanges }: Around,
): (one: number, other: number) => string[] {
  const seated = new Map(places.map((place) => [place.staffId, place]))
  const seats = new Map(neighbours.map((room) => [room.roomId, room.seats]))
  const byAttempt = Map.groupBy(sessions, ({ attemptId }) => attemptId)
  const facts = sheets.map(({ attemptId, staffId }) => {
    const own = byAttempt.get(attemptId) ?? []
    const different = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null && value !== ''))
    const addresses = different(own.map(({ ip }) => plainAddress(ip)).filter((ip) => isWithin(ip, sharedRanges) !== true))
    const { roomId = null, seat = null } = seated.get(staffId) ?? {}
    const former = own.map(({ formerRoomId, formerSeat }) => ({ room: formerRoomId, seat: formerSeat }))
    const spots = [{ room: roomId, seat }, ...former].filter((spot): spot is Spot => spot.room !== null)
    return { spots, addresses, browsers: different(own.map(({ device }) => device)) }
  })
  const areBeside = ({ room, seat }: Spot, other: Spot) =>
    seat !== null && room === other.room && other.seat !== null && seats.get(room)?.get(seat)?.has(other.seat) === true
  return (one, other) => {
    const [first, second] = [facts[one], facts[other]]
    if (!first || !second) return []
    // Asked of every pair: fifty million of ten thousand.
    let [isOneRoom, isBeside] = [false, false]
    for (const spot of first.spots) {
      for (const another of second.spots) {
        if (spot.room !== another.room) continue
        isOneRoom = true
        isBeside ||= areBeside(spot, another)
      }
    }
    return [
      ...(isOneRoom ? [isBeside ? '座位相邻' : '同一考场'] : []),
      ...(haveCommon(first.addresses, second.addresses) ? ['同一网络地址'] : []),
      ...(haveCommon(first.browsers, second.browsers) ? ['同一浏览器'] : []),
    ]
  }
}

function haveCommon(one: ReadonlySet<string | null>, other: ReadonlySet<string | null>): boolean {
  for (const value of one) if (other.has(value)) return true
  return false
}
