import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { shownAt } from '../learning/shown.ts'

interface Validity {
  readonly validFrom: Date
  readonly validUntil: Date | null
}

/** Why nobody may learn what was bought now, by the company's clocks; undefined: they may. */
export async function whyNotNow(db: Db, { validFrom, validUntil }: Validity, now: Date): Promise<string | undefined> {
  const shown = async (at: Date) => shownAt(at, await timeZoneOf(db))
  if (validFrom > now) return `课程的使用期从 ${await shown(validFrom)} 开始`
  if (validUntil !== null && validUntil <= now) return `课程的使用期已于 ${await shown(validUntil)} 结束`
  return undefined
}

interface Learning extends Validity {
  readonly hasSeat: boolean
}

/** Of somebody who learns it: the code of their refusal, and what they are told. */
export async function whyNotLearnt(db: Db, licence: Learning, now: Date) {
  const why = await whyNotNow(db, licence, now)
  if (why !== undefined) {
    const text = licence.validFrom > now ? `${why}，请到时再来学习` : `${why}，学习记录已保留，请联系课程管理员`
    return { refusal: 'licenceOver', text } as const
  }
  return licence.hasSeat ? undefined : ({ refusal: 'noSeat', text: '该课程没有为您保留账号，请联系课程管理员分配' } as const)
}
