/** Signing in: every step is a row of its own, the place has what they came to. */
import type { Db, Fail } from '@kaopei/server'
import { placeState } from '../../contract/codes.ts'
import { planErrors } from '../../contract/errors.ts'
import type { CheckInAct, CheckInWay } from '../../contract/place.ts'
import { insertCheckIn, updateCheckedIn } from './check-in.sql.ts'
import { lockPlace, selectPlaces } from './place.sql.ts'
import { isSeatOf } from './plan.service.ts'
import { lockPlan, type Owner, selectPlanRooms } from './plan.sql.ts'

export interface CheckInWish {
  readonly staffId: string
  readonly act: CheckInAct
  readonly way: CheckInWay
  readonly reason: string
  readonly seat: string | undefined
  readonly by: string
}

const { expected, arrived, verified, seated, refused } = placeState

const outcomes: Readonly<Record<CheckInAct, number>> = { arrived, verified, seated, refused, undone: expected }

/** From which states a step may be taken. Documents are looked at before somebody sits down. */
const from: Readonly<Record<CheckInAct, readonly number[]>> = {
  arrived: [expected],
  verified: [expected, arrived],
  seated: [verified, seated],
  refused: [expected, arrived, verified],
  undone: [arrived, verified, seated, refused],
}

type CheckInFail = Fail<(typeof planErrors)['needsSeat' | 'noSuchSeat' | 'seatTaken' | 'reasonNeeded' | 'wrongState']>

export interface CheckedIn {
  readonly stateBefore: number
  readonly roomId: string
  /** Where they really sat, and sit now. */
  readonly seatBefore: string
  readonly seat: string
}

export async function checkIn(db: Db, owner: Owner, wish: CheckInWish, fail: CheckInFail): Promise<CheckedIn> {
  const { staffId, act, reason, seat } = wish
  const plan = await lockPlan(db, owner)
  const place = await lockPlace(db, plan.id, staffId)
  if (!place?.roomId || !place.seat) return fail(planErrors.needsSeat)
  if ((act === 'refused' || act === 'undone') && reason === '') return fail(planErrors.reasonNeeded)
  if (!from[act].includes(place.state))
    return fail(planErrors.wrongState, { text: `考生当前为“${placeState.label(place.state)}”，不能执行此操作，请刷新后重试` })
  const realSeat = act === 'seated' && seat && seat !== place.seat ? seat : null
  if (realSeat) await guardSeat(db, { planId: plan.id, roomId: place.roomId, staffId, seat: realSeat }, fail)
  await updateCheckedIn(db, { planId: plan.id, staffId, state: outcomes[act], realSeat })
  await insertCheckIn(db, { planId: plan.id, ...wish, seat: realSeat ?? place.seat })
  return {
    ...{ stateBefore: place.state, roomId: place.roomId },
    ...{ seatBefore: place.realSeat ?? place.seat, seat: realSeat ?? place.seat },
  }
}

interface OtherSeat {
  readonly planId: string
  readonly roomId: string
  readonly staffId: string
  readonly seat: string
}

/** A seat of the room that is nobody else's, by plan or because they sit there. */
async function guardSeat(db: Db, { planId, roomId, staffId, seat }: OtherSeat, fail: CheckInFail): Promise<void> {
  const room = (await selectPlanRooms(db, planId)).find((one) => one.roomId === roomId)
  if (!room || !isSeatOf(room, seat)) return fail(planErrors.noSuchSeat)
  const others = (await selectPlaces(db, planId)).filter((place) => place.roomId === roomId && place.staffId !== staffId)
  const isTaken = others.some((place) => (place.realSeat ?? place.seat) === seat || place.seat === seat)
  if (isTaken) return fail(planErrors.seatTaken)
}
