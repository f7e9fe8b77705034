/** The one way to a certificate: whoever earns one, by whatever rule, it is issued here. */
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { certificateState } from '../../contract/codes.ts'
import { asksPortrait, type Layout } from '../../contract/layout.ts'
import { numberIn, seriesOf } from '../../contract/number-pattern.ts'
import { namesIn, type Values, variableNames, variables } from '../../contract/variables.ts'
import { attest } from '../evidence.ts'
import { newCode } from '../rules/new-code.ts'
import { type RoomCheck, roomIn } from '../rules/too-long.ts'
import { chineseDate, type Validity, validityOf } from '../rules/validity.ts'
import { missingOf } from '../rules/writable.ts'
import type { Earning, IssueCounts } from './earning.ts'
import {
  deleteRefusals,
  endCertificates,
  type Holder,
  type IssuingRule,
  insertCertificates,
  insertEvents,
  insertRefusals,
  lockRule,
  type NewRefusal,
  renewUntilOf,
  selectGlyphs,
  selectHolders,
  takeNumbers,
} from './issue.sql.ts'

const atOnce = 1000

export interface IssueWish {
  readonly ruleId: string
  readonly earnings: readonly Earning[]
  /** Null: by the rule itself. */
  readonly actorId: string | null
  readonly reason: string
  /** Without the photo that the template asks for, where there is none; else they wait for it. */
  readonly isWithoutPhoto?: boolean
  readonly now: Date
}

/** Issues to whoever has not got one yet. A rule that is stopped or gone issues nothing; while its template is stopped, who has earned one waits. */
export async function issue(db: Db, wish: IssueWish): Promise<IssueCounts> {
  const rule = await lockRule(db, wish.ruleId)
  const counts = { issuedCount: 0, heldCount: 0, refusedCount: 0, photolessCount: 0 }
  if (!rule?.isEnabled) return counts
  const facts = await companyFacts(db)
  const room = roomIn(rule.layout)
  // The same person twice in one list is one certificate.
  const earnings = [...new Map(wish.earnings.map((earning) => [earning.staffId, earning])).values()]
  for (let from = 0; from < earnings.length; from += atOnce) {
    const part = await issuePart(db, { rule, room }, facts, { ...wish, earnings: earnings.slice(from, from + atOnce) })
    counts.issuedCount += part.issuedCount
    counts.heldCount += part.heldCount
    counts.refusedCount += part.refusedCount
    counts.photolessCount += part.photolessCount
  }
  return counts
}

interface CompanyFacts {
  readonly company: string
  readonly zone: string
  readonly glyphs: ReadonlySet<string>
}

export async function companyFacts(db: Db): Promise<CompanyFacts> {
  const [company] = await companiesByIds(db, [db.companyId])
  const glyphs = new Set((await selectGlyphs(db)).map(({ character }) => character))
  return { company: company?.name ?? '', zone: await timeZoneOf(db), glyphs }
}

interface ByRule {
  readonly rule: IssuingRule
  readonly room: RoomCheck
}

async function issuePart(db: Db, { rule, room }: ByRule, company: CompanyFacts, wish: IssueWish): Promise<IssueCounts> {
  const { earnings, now } = wish
  const holders = await selectHolders(db, { ruleId: rule.id, earnings, renewUntil: renewUntilOf(rule, now) })
  const earningOf = new Map(earnings.map((earning) => [earning.staffId, earning]))
  const isTemplateStopped = !rule.isTemplateUsed
  const drafts = holders.flatMap((holder) => {
    const earning = earningOf.get(holder.staffId)
    return holder.isHeld || !earning ? [] : [{ holder, earning }]
  })
  const validity = validityOf(now, rule.validityMonths, company.zone)
  const used = usedNames(rule.layout)
  const needsPhoto = asksPortrait(rule.layout) && !wish.isWithoutPhoto
  const refusals: NewRefusal[] = []
  const writable = drafts.flatMap(({ holder, earning }) => {
    if (isTemplateStopped) {
      refusals.push({ earning, characters: [], tooLong: [], lacksPhoto: false, isTemplateStopped })
      return []
    }
    const facts = factsOf({ rule, holder, earning, validity, company: company.company })
    const characters = missingOf(facts, used, company.glyphs)
    const lacksPhoto = needsPhoto && holder.photoId === null
    const tooLong = room(facts)
    if (characters.length + tooLong.length === 0 && !lacksPhoto) return [{ holder, earning, facts }]
    refusals.push({ earning, characters, tooLong, lacksPhoto, isTemplateStopped })
    return []
  })
  const isUnwritten = ({ characters, tooLong }: NewRefusal) => isTemplateStopped || characters.length + tooLong.length > 0
  await insertRefusals(db, rule.id, refusals, now)
  // Of two acts that waited for the same person, the second has nothing left to wait for.
  await deleteRefusals(
    db,
    rule.id,
    holders.filter(({ isHeld }) => isHeld),
  )
  if (writable.length > 0) await insertNumbered(db, { rule, wish, validity, writable })
  return {
    issuedCount: writable.length,
    heldCount: holders.filter(({ isHeld }) => isHeld).length,
    refusedCount: refusals.filter(isUnwritten).length,
    photolessCount: refusals.filter((one) => !isUnwritten(one)).length,
  }
}

interface Writable {
  readonly holder: Holder
  readonly earning: Earning
  readonly facts: Values
}

interface ToNumber {
  readonly rule: IssuingRule
  readonly wish: IssueWish
  readonly validity: Validity
  readonly writable: readonly Writable[]
}

async function insertNumbered(db: Db, { rule, wish, validity, writable }: ToNumber): Promise<void> {
  const { actorId, reason, now } = wish
  const replaced = writable.flatMap(({ holder: { replacesId } }) => (replacesId === null ? [] : [replacesId]))
  await endCertificates(db, { ids: replaced, state: certificateState.superseded, at: now })
  await insertEvents(db, { ids: replaced, kind: 'replaced', reason: '到期前重新取得', byId: actorId, at: now })
  const series = seriesOf(rule.numberPattern, validity.issuedOn)
  const before = (await takeNumbers(db, series, writable.length)) - writable.length
  const rows = writable.map(({ holder, earning, facts }, place) => {
    const number = numberIn(series, before + place + 1)
    const code = newCode()
    return {
      ...{ staffId: holder.staffId, trigger: earning.trigger, sourceId: earning.sourceId, number, code },
      ...{ holderName: holder.name, facts: { ...facts, number, code }, validUntil: validity.validUntil },
      replacesId: holder.replacesId,
      photoId: photoOf(rule.layout, holder),
    }
  })
  const issued = await insertCertificates(db, rows, { rule, actorId, reason, now })
  await deleteRefusals(
    db,
    rule.id,
    writable.map(({ earning }) => earning),
  )
  await attest(
    db,
    { layout: rule.layout, issued, replaced, title: rule.templateName, validUntil: validity.validUntil, actorId },
    now,
  )
}

/** What its layout does not show it does not keep. */
export const photoOf = (layout: Layout, { photoId }: Pick<Holder, 'photoId'>): string | null =>
  asksPortrait(layout) ? photoId : null

interface OfHolder {
  readonly rule: Pick<IssuingRule, 'numberPattern'>
  readonly holder: Pick<Holder, 'name' | 'jobNumber' | 'department'>
  readonly earning: Pick<Earning, 'source' | 'score' | 'level' | 'remark'>
  readonly validity: Validity
  readonly company: string
}

/** What will stand on it, as of now. Its number and code come with the counter's turn; its address is the deployment's. */
export function factsOf({ rule, holder, earning, validity, company }: OfHolder): Values {
  return {
    ...{ name: holder.name, department: holder.department, jobNumber: holder.jobNumber },
    ...{ source: earning.source, score: earning.score, level: earning.level, remark: earning.remark },
    issuedOn: chineseDate(validity.issuedOn),
    validUntil: validity.validOn === null ? '长期有效' : chineseDate(validity.validOn),
    company,
    // Only for the checks of its characters and its length, until it has one.
    number: numberIn(seriesOf(rule.numberPattern, validity.issuedOn), 9999),
    ...{ code: variables.code.usual, link: '' },
  }
}

/** What a layout says of its holder. */
export function usedNames({ pages }: Layout): ReadonlySet<keyof Values> {
  const texts = pages.flatMap(({ boxes }) => boxes.flatMap((one) => (one.kind === 'text' ? [one.text] : [])))
  const names = new Set(texts.flatMap((text) => namesIn(text).known))
  return new Set(variableNames.filter((name) => names.has(name)))
}
