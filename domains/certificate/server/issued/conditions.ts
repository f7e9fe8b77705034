import type { Db } from '@kaopei/server'
import type { CertificateFilter } from '../../contract/certificate.ts'
import { certificateStanding } from '../../contract/codes.ts'
import { findRule } from '../issue-rules/rule.sql.ts'
import { findTemplate } from '../templates/template.sql.ts'

/** The filter as people read it in the download centre. */
export async function conditionsOf(db: Db, filter: CertificateFilter): Promise<Record<string, string>> {
  const { keyWords, ruleId, templateId, standing, issuedFrom, issuedTo } = filter
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(ruleId && { 签发规则: (await findRule(db, ruleId))?.name ?? '已删除的规则' }),
    ...(templateId && { 证书模板: (await findTemplate(db, templateId))?.name ?? '已删除的模板' }),
    ...(standing !== undefined && { 状态: certificateStanding.label(standing) }),
    ...((issuedFrom || issuedTo) && { 签发日期: `${issuedFrom ?? ''} 至 ${issuedTo ?? ''}` }),
  }
}
