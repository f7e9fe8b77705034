/** What stands in the way of a rehearsal, in words: real exams come first, everywhere. */
import { type NearestSitting, nearestSitting } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { guardMinutes } from '../../contract/rehearsal/run.ts'

/** `aheadMinutes`: how long the rehearsal itself will take. Null: nothing is near. */
export async function hindranceAt(db: Db, { now, aheadMinutes }: { now: Date; aheadMinutes: number }): Promise<string | null> {
  const near = await nearestSitting(db, { now, guardMinutes: guardMinutes + aheadMinutes })
  return near ? wordsOf(near) : null
}

function wordsOf({ goesOn, name }: NearestSitting): string {
  const which = name === null ? '有考试' : `考试“${name}”`
  return goesOn
    ? `${which}正在进行，不能演练，请等它结束后再开始`
    : `${which}即将开始，考试前 ${guardMinutes} 分钟内不能演练，请换一个时间或缩短演练`
}
