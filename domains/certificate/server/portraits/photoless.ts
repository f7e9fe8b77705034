import type { Db } from '@kaopei/server'
import { mostPhotolessNamed, type Photoless } from '../../contract/certificate.ts'
import { asksPortrait } from '../../contract/layout.ts'
import { findIssuingRule, renewUntilOf, selectHolders } from '../issue/issue.sql.ts'

export interface PhotoAsked {
  readonly ruleId: string
  readonly staffIds: readonly string[]
  readonly now: Date
}

export interface FoundPhotoless {
  readonly asksPhoto: boolean
  readonly count: number
  readonly people: Photoless[]
}

/** Who of these would get one by the rule now, and has no photo that its template asks for. */
export async function findPhotoless(db: Db, { ruleId, staffIds, now }: PhotoAsked): Promise<FoundPhotoless> {
  const rule = await findIssuingRule(db, ruleId)
  if (!rule || !asksPortrait(rule.layout)) return { asksPhoto: false, count: 0, people: [] }
  const earnings = staffIds.map((staffId) => ({ staffId, trigger: '' }))
  const holders = await selectHolders(db, { ruleId, earnings, renewUntil: renewUntilOf(rule, now) })
  const without = holders.filter(({ isHeld, photoId }) => !isHeld && photoId === null)
  const people = without.slice(0, mostPhotolessNamed).map(({ staffId, name, department }) => ({ staffId, name, department }))
  return { asksPhoto: true, count: without.length, people }
}
