/** A new certificate in the place of one: the person and the company as they are now, everything else as it was. */
import { protocolErrors } from '@kaopei/contract'
import type { Db, Fail } from '@kaopei/server'
import { certificateState } from '../../contract/codes.ts'
import { certificateErrors, portraitErrors } from '../../contract/errors.ts'
import { asksPortrait } from '../../contract/layout.ts'
import { numberIn, seriesOf } from '../../contract/number-pattern.ts'
import { attest } from '../evidence.ts'
import {
  endCertificates,
  type IssuingRule,
  insertCertificates,
  insertEvents,
  lockRule,
  selectHolders,
  takeNumbers,
} from '../issue/issue.sql.ts'
import { companyFacts, factsOf, photoOf, usedNames } from '../issue/issue.ts'
import { newCode } from '../rules/new-code.ts'
import { roomIn } from '../rules/too-long.ts'
import { type Validity, validityOf } from '../rules/validity.ts'
import { missingOf } from '../rules/writable.ts'
import { type Former, lockFormer } from './former.sql.ts'

export interface Reissuing {
  readonly certificateId: string
  readonly reason: string
  /** Its time begins anew; otherwise it ends when the former would have. */
  readonly isRenewal: boolean
  readonly isWithoutPhoto: boolean
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<
    | (typeof certificateErrors)['notValid' | 'notWritable']
    | (typeof portraitErrors)['missing']
    | (typeof protocolErrors)['notFound']
  >
}

export async function reissue(db: Db, wish: Reissuing): Promise<{ id: string; number: string }> {
  const { certificateId, actorId, reason, now, fail } = wish
  const former = (await lockFormer(db, certificateId)) ?? fail(protocolErrors.notFound)
  const rule = (await lockRule(db, former.ruleId)) ?? fail(certificateErrors.notValid, { text: '签发规则已删除，不能换发' })
  if (!rule.isTemplateUsed)
    fail(certificateErrors.notValid, { text: `证书模板“${rule.templateName}”已停用，不能换发：请先在证书模板中启用` })
  if (former.state !== certificateState.valid) fail(certificateErrors.notValid, { text: '证书已撤销或已更换，不能换发' })
  if (former.isProposed) fail(certificateErrors.notValid, { text: '证书在待处理列表中，请先处理后再换发' })
  const { facts, validity, staffId, name, photoId } = await newFacts(db, rule, former, wish)
  // Of two at once the second finds it ended.
  const [ended] = await endCertificates(db, { ids: [certificateId], state: certificateState.superseded, at: now })
  if (ended === undefined) fail(certificateErrors.notValid, { text: '证书已被其他人换发或撤销，请刷新' })
  await insertEvents(db, { ids: [certificateId], kind: 'replaced', reason, byId: actorId, at: now })
  const series = seriesOf(rule.numberPattern, validity.issuedOn)
  const number = numberIn(series, await takeNumbers(db, series, 1))
  const code = newCode()
  const row = {
    ...{ staffId, trigger: `reissue:${certificateId}`, sourceId: former.sourceId, number, code, holderName: name },
    ...{ facts: { ...facts, number, code }, validUntil: validity.validUntil, replacesId: certificateId, photoId },
  }
  const issued = await insertCertificates(db, [row], { rule, actorId, reason, now })
  const told = { layout: rule.layout, issued, replaced: [certificateId], title: rule.templateName, actorId }
  await attest(db, { ...told, validUntil: validity.validUntil }, now)
  return { id: issued[0]?.id ?? '', number }
}

async function newFacts(
  db: Db,
  rule: IssuingRule,
  former: Former,
  { certificateId, isRenewal, isWithoutPhoto, now, fail }: Reissuing,
) {
  const company = await companyFacts(db)
  const asked = { staffId: former.staffId, trigger: `reissue:${certificateId}` }
  const [holder] = await selectHolders(db, { ruleId: rule.id, earnings: [asked], renewUntil: now })
  if (!holder) return fail(certificateErrors.notValid, { text: '持证人已不在企业中，不能换发' })
  const fresh = validityOf(now, rule.validityMonths, company.zone)
  const of = (name: string) => former.facts[name] ?? ''
  const earning = { source: of('source'), score: of('score'), level: of('level'), remark: of('remark') }
  const validity: Validity = isRenewal ? fresh : { ...fresh, validUntil: former.validUntil }
  if (validity.validUntil !== null && validity.validUntil <= now) {
    return fail(certificateErrors.notValid, { text: '证书已过期，请选择续期换发' })
  }
  const made = factsOf({ rule, holder, earning, validity: fresh, company: company.company })
  const facts = isRenewal ? made : { ...made, validUntil: of('validUntil') }
  const characters = missingOf(facts, usedNames(rule.layout), company.glyphs)
  if (characters.length > 0) {
    const text = `字体中没有“${characters.join('')}”，请先在“无法签发”中上传该字的图片，再换发`
    return fail(certificateErrors.notWritable, { text })
  }
  const [tooLong] = roomIn(rule.layout)(facts)
  if (tooLong !== undefined) {
    const text = `${holder.name}的“${tooLong}”太长，模板的文字框放不下：请在证书模板中放宽文字框或选择“换行并缩小”，启用后再换发`
    return fail(certificateErrors.notWritable, { text })
  }
  if (asksPortrait(rule.layout) && holder.photoId === null && !isWithoutPhoto)
    return fail(portraitErrors.missing, { text: `${holder.name}没有照片：请先在“持证人照片”中上传，或选择不带照片换发` })
  return { facts, validity, staffId: holder.staffId, name: holder.name, photoId: photoOf(rule.layout, holder) }
}
