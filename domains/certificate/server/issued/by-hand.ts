/** Issuing to people whom somebody has chosen, one by one or by a list. */
import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import { contactSight, selectedStaff } from '@kaopei/org/server'
import type { Db, Fail, Handler } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import type { certificate } from '../../contract/certificate.ts'
import { certificateErrors, portraitErrors, ruleErrors } from '../../contract/errors.ts'
import { issue } from '../issue/issue.ts'
import { findRule, isTemplateUsed, type StoredRule } from '../issue-rules/rule.sql.ts'
import { findPhotoless, type PhotoAsked } from '../portraits/photoless.ts'
import { chosenPeople } from './chosen.sql.ts'
import { failureWorkbook, readList } from './list-sheet.ts'
import { judgeList } from './listed.sql.ts'

const mostAtOnce = 20_000
const failureName = '证书签发失败明细.xlsx'

type RuleFail = Fail<(typeof ruleErrors)['notByHand' | 'stopped' | 'templateRefused'] | (typeof protocolErrors)['notFound']>

async function handRule(db: Db, ruleId: string, fail: RuleFail): Promise<StoredRule> {
  const rule = (await findRule(db, ruleId)) ?? fail(protocolErrors.notFound)
  if (rule.kind !== 'hand') fail(ruleErrors.notByHand)
  if (!rule.isEnabled) fail(ruleErrors.stopped)
  if (!(await isTemplateUsed(db, rule.templateId)))
    fail(ruleErrors.templateRefused, { text: '规则的证书模板已停用，请先在证书模板中启用，再签发' })
  return rule
}

async function refusePhotoless(db: Db, asked: PhotoAsked, fail: Fail<(typeof portraitErrors)['missing']>): Promise<void> {
  const { count, people } = await findPhotoless(db, asked)
  if (count === 0) return
  const named = people.slice(0, 5).map(({ name }) => name)
  const text = `${named.join('、')}${count > named.length ? ` 等 ${count} 人` : ''}没有照片：请先上传，或选择不带照片签发`
  fail(portraitErrors.missing, { text })
}

export const photoless: Handler<typeof certificate.photoless> = async (
  { ruleId, ...selection },
  { actor, db, fail, now, scope },
) => {
  await handRule(db, ruleId, fail)
  const staffIds = await chosenPeople(db, selectedStaff(db, scope, selection, { sight: contactSight(actor) }), mostAtOnce + 1)
  return findPhotoless(db, { ruleId, staffIds: staffIds.slice(0, mostAtOnce), now })
}

export const issueByHand: Handler<typeof certificate.issue> = async (input, { actor, db, fail, now, record, scope }) => {
  const { ruleId, score, level, source, remark, missingPhoto, ...selection } = input
  const rule = await handRule(db, ruleId, fail)
  const staffIds = await chosenPeople(db, selectedStaff(db, scope, selection, { sight: contactSight(actor) }), mostAtOnce + 1)
  if (staffIds.length === 0) return fail(certificateErrors.nobody)
  if (staffIds.length > mostAtOnce) return fail(certificateErrors.tooMany)
  if (missingPhoto === 'ask') await refusePhotoless(db, { ruleId, staffIds, now }, fail)
  const trigger = `hand:${randomUUID()}`
  const earnings = staffIds.map((staffId) => ({ staffId, trigger, sourceId: null, source, score, level, remark }))
  const isWithoutPhoto = missingPhoto === 'without'
  const counts = await issue(db, { ruleId, earnings, actorId: actor.staffId, reason: '手工签发', isWithoutPhoto, now })
  record({ targetId: ruleId, targetName: rule.name, after: counts })
  return counts
}

export const issueByList: Handler<typeof certificate.importFile> = async (
  { ruleId, fileId: given },
  { actor, db, fail, now, record, scope, services },
) => {
  const fileId = await findOwnUpload(db, services, actor, { fileId: given }, ['import'])
  if (fileId === undefined) return fail(certificateErrors.fileMissing)
  const rule = await handRule(db, ruleId, fail)
  const rows = await withLocalFile(db, services, fileId, (path, { name }) => readList({ path, fileName: name, fail }))
  const { sound, failed } = await judgeList(db, rows, scope)
  const trigger = `list:${fileId}`
  const earnings = sound.map(({ staffId, person: { source, score, level, remark } }) => ({
    ...{ staffId, trigger, sourceId: null, source, score, level, remark },
  }))
  const counts = await issue(db, { ruleId, earnings, actorId: actor.staffId, reason: '按名单签发', now })
  record({ targetId: ruleId, targetName: rule.name, after: { ...counts, failedCount: failed.length } })
  if (failed.length === 0) return { ...counts, failedCount: 0, failedUrl: null }
  const { companyId, staffId: createdBy } = actor
  const file = { companyId, name: failureName, contentType: xlsxType, purpose: 'importFailure', createdBy }
  const stored = await storeFile(db, services, { ...file, body: failureWorkbook(failed) }, fail)
  return { ...counts, failedCount: failed.length, failedUrl: fileUrl(services, { companyId, fileId: stored.fileId }) }
}
