import {
  dateInput,
  endpoint,
  id,
  ids,
  instant,
  labelled,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  text,
} from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { staffSelection } from '@kaopei/org/contract/selection'
import { z } from 'zod'
import { certificateStanding, eventKinds } from './codes.ts'
import { certificateErrors, portraitErrors, ruleErrors } from './errors.ts'
import { issuedMenu } from './menus.ts'

const base = '/api/v1/certificate'
const { view, issue, revoke, export: exportRight } = issuedMenu.rights

export const certificateFilter = z.object({
  keyWords: text(100, '关键字').optional(),
  ruleId: id.optional(),
  templateId: id.optional(),
  standing: certificateStanding.schema.optional(),
  issuedFrom: dateInput.optional(),
  issuedTo: dateInput.optional(),
})
export type CertificateFilter = z.output<typeof certificateFilter>

const row = z.object({
  id,
  number: z.string(),
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  templateName: z.string(),
  source: z.string(),
  standing: certificateStanding.schema,
  issuedAt: instant,
  validUntil: instant.nullable(),
  /** Stands in the list of proposals. */
  isProposed: z.boolean(),
})
export type CertificateRow = z.output<typeof row>

const event = z.object({ kind: z.enum(eventKinds), reason: z.string(), byName: z.string(), at: instant })

/** What is given by hand beside the person. */
const given = {
  score: text(20, '成绩').default(''),
  level: text(20, '等级').default(''),
  source: text(100, '依据').default(''),
  remark: text(200, '备注').default(''),
}

/** Whoever has no photo that the template asks for: named and asked about, waits in the list of those who cannot get one, or gets one without. */
export const missingPhoto = labelled(z.enum(['ask', 'wait', 'without']), {
  ask: '先询问',
  wait: '暂不签发',
  without: '不带照片签发',
})

const photoless = z.object({ staffId: id, name: z.string(), department: z.string() })
export type Photoless = z.output<typeof photoless>
/** So many are named; the others are counted. */
export const mostPhotolessNamed = 200

const issuedCounts = z.object({
  issuedCount: z.number().int(),
  /** Hold a living one already. */
  heldCount: z.number().int(),
  /** Cannot be written. */
  refusedCount: z.number().int(),
  /** Wait for a photo. */
  photolessCount: z.number().int(),
})

export const certificate = {
  list: endpoint({
    path: `${base}/list`,
    summary: '已发证书列表',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(certificateFilter.shape),
    output: pageOf(row),
  }),
  detail: endpoint({
    path: `${base}/detail`,
    summary: '证书详情',
    access: view,
    scope: 'department',
    audit: 'read',
    input: z.object({ id }),
    output: row.extend({
      code: z.string(),
      link: z.string(),
      sha256: z.string().nullable(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      events: z.array(event),
      /** The photo it was issued with, for two hours. */
      photoUrl: z.string().nullable(),
      replaces: z.string().nullable(),
      replacedBy: z.string().nullable(),
    }),
  }),
  /** The PDF, made when first asked for. */
  pdf: endpoint({
    path: `${base}/pdf`,
    summary: '打开证书文件',
    access: view,
    scope: 'department',
    audit: 'ownTrail',
    isRepeatable: true,
    atOnce: 4,
    input: z.object({ id }),
    output: z.object({ url: z.string(), name: z.string() }),
    errors: [certificateErrors.notWritable, fileErrors.noSpace],
  }),
  /** Who of these would get one without the photo that the rule's template asks for. */
  photoless: endpoint({
    path: `${base}/photoless`,
    summary: '没有照片的持证人',
    access: issue,
    scope: 'department',
    audit: 'read',
    input: staffSelection.extend({ ruleId: z.uuid('请选择签发规则') }),
    output: z.object({ asksPhoto: z.boolean(), count: z.number().int(), people: z.array(photoless) }),
    errors: [protocolErrors.notFound, ruleErrors.notByHand, ruleErrors.stopped, ruleErrors.templateRefused],
  }),
  issue: endpoint({
    path: `${base}/issue`,
    summary: '签发证书',
    access: issue,
    scope: 'department',
    audit: { action: 'issue', target: 'certificate' },
    input: staffSelection.extend({ ruleId: z.uuid('请选择签发规则'), ...given, missingPhoto: missingPhoto.default('ask') }),
    output: issuedCounts,
    errors: [
      portraitErrors.missing,
      certificateErrors.nobody,
      certificateErrors.tooMany,
      certificateErrors.numberTaken,
      ruleErrors.notByHand,
      ruleErrors.stopped,
      ruleErrors.templateRefused,
    ],
  }),
  importTemplate: endpoint({
    path: `${base}/importTemplate`,
    summary: '下载证书名单模板',
    access: issue,
    audit: 'read',
    download: true,
  }),
  importFile: endpoint({
    path: `${base}/importFile`,
    summary: '按名单签发证书',
    access: issue,
    scope: 'department',
    audit: { action: 'issue', target: 'certificate' },
    input: z.object({ ruleId: z.uuid('请选择签发规则'), fileId: id }),
    output: issuedCounts.extend({ failedCount: z.number().int(), failedUrl: z.string().nullable() }),
    errors: [
      certificateErrors.fileMissing,
      certificateErrors.invalidTemplate,
      certificateErrors.unreadableFile,
      certificateErrors.tooManyRows,
      certificateErrors.nobody,
      certificateErrors.numberTaken,
      ruleErrors.notByHand,
      ruleErrors.stopped,
      ruleErrors.templateRefused,
      fileErrors.noSpace,
    ],
  }),
  revoke: endpoint({
    path: `${base}/revoke`,
    summary: '撤销证书',
    access: revoke,
    scope: 'department',
    audit: { action: 'revoke', target: 'certificate' },
    input: z.object({ ids, reason: requiredText(200, '原因') }),
    output: z.object({ revokedCount: z.number().int() }),
    errors: [certificateErrors.notValid],
  }),
  /** A new one in its place: what stands on it anew, or its time anew. */
  reissue: endpoint({
    path: `${base}/reissue`,
    summary: '换发证书',
    access: revoke,
    scope: 'department',
    audit: { action: 'reissue', target: 'certificate' },
    input: z.object({
      id,
      reason: requiredText(200, '原因'),
      isRenewal: z.boolean().default(false),
      isWithoutPhoto: z.boolean().default(false),
    }),
    output: z.object({ id, number: z.string() }),
    errors: [portraitErrors.missing, certificateErrors.notValid, certificateErrors.notWritable, certificateErrors.numberTaken],
  }),
  print: endpoint({
    path: `${base}/print`,
    summary: '生成证书打印文件',
    access: exportRight,
    scope: 'department',
    audit: { action: 'export', target: 'certificate' },
    input: certificateFilter.extend({ ids: z.array(id).max(2000, '一次最多选择 2000 张').default([]) }),
    output: z.object({ jobId: id, count: z.number().int() }),
    errors: [certificateErrors.nothingToPrint, certificateErrors.tooManyToPrint],
  }),
  export: endpoint({
    path: `${base}/export`,
    summary: '导出已发证书',
    access: exportRight,
    scope: 'department',
    audit: { action: 'export', target: 'certificate' },
    input: certificateFilter,
    output: z.object({ jobId: id }),
    errors: [certificateErrors.nothingToPrint],
  }),
}
