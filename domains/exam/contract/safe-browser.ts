/** Safe Exam Browser of an exam: whether candidates have to use it, and the keys by which it is known. */
import { asChange, endpoint, errors, id, instant, protocolErrors, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const base = '/api/v1/exam/examination/safeBrowser'
const path = '/api/v1/exam/safeBrowser'

export const safeBrowserErrors = errors('safeBrowser', {
  noKeys: { code: 3390, text: '请启用系统生成的配置，或填写至少一个密钥，否则考生无法进入' },
  noAddress: { code: 3391, text: '系统未设置访问地址（KAOPEI_PUBLIC_URL），不能生成配置，请联系管理员' },
  refused: { code: 3392, text: '浏览器校验未通过：密钥不符、链接已用过或已过期，请重新打开考试' },
})

/** Keys as SEB shows them: 64 hexadecimal digits. */
const safeKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, '密钥应为 64 位十六进制字符')
const keys = z.array(safeKey).max(20, '最多 20 个密钥').optional()

/** What of the configuration may be chosen; the rest is ours (server/safe-browser/config.ts). */
export const safeConfigChoices = z.object({
  allowQuit: z.boolean().default(true),
  /** Empty: none. */
  quitPassword: text(50, '退出密码').default(''),
  allowReload: z.boolean().default(true),
  allowSpellCheck: z.boolean().default(false),
  allowWlan: z.boolean().default(false),
  allowVirtualMachine: z.boolean().default(false),
  /** Further addresses beside this site. */
  allowedUrls: z.array(requiredText(200, '允许访问的地址')).max(50, '最多 50 个地址').default([]),
})
export type SafeConfigChoices = z.output<typeof safeConfigChoices>

export const safeBrowser = {
  get: endpoint({
    path: `${base}/get`,
    summary: '考试专用浏览器设置',
    access: examManage.rights.view,
    audit: 'read',
    input: z.object({ examinationId: id }),
    output: z.object({
      isRequired: z.boolean(),
      hasConfig: z.boolean(),
      hasQuitPassword: z.boolean(),
      choices: safeConfigChoices.omit({ quitPassword: true }),
      configKey: z.string().nullable(),
      pastedKeys: z.array(z.string()),
      browserKeys: z.array(z.string()),
      changedTime: instant.nullable(),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** Attempts under way are held to the new keys at once. */
  save: endpoint({
    path: `${base}/save`,
    summary: '设置考试专用浏览器',
    access: [examManage.rights.edit, examManage.rights.add],
    audit: { action: 'saveSafeBrowser', target: 'exam' },
    input: z.object({
      examinationId: id,
      isRequired: z.boolean(),
      /** A configuration of ours; null: none. What is left out stays as it is, an empty quit password keeps the one that is there. */
      choices: z.object(asChange(safeConfigChoices.shape)).nullish(),
      pastedKeys: keys,
      browserKeys: keys,
    }),
    output: z.object({ configKey: z.string().nullable() }),
    errors: [protocolErrors.notFound, examErrors.cancelled, safeBrowserErrors.noKeys, safeBrowserErrors.noAddress],
  }),
  download: endpoint({
    path: `${base}/download`,
    summary: '下载考试专用浏览器配置',
    access: examManage.rights.view,
    audit: 'read',
    download: true,
    input: z.object({ examinationId: id }),
    errors: [protocolErrors.notFound],
  }),
  /** The same for a candidate. */
  ownConfig: endpoint({
    path: `${path}/config`,
    summary: '下载本场考试的专用浏览器配置',
    access: 'signedIn',
    audit: 'read',
    download: true,
    input: z.object({ examId: id }),
    errors: [protocolErrors.notFound],
  }),
  /** For browsers that send no headers: a page whose address has a number that is used once. */
  nonce: endpoint({
    path: `${path}/nonce`,
    summary: '申请浏览器校验',
    access: 'signedIn',
    audit: 'ownTrail',
    input: z.object({ examId: id }),
    output: z.object({ path: z.string() }),
    errors: [protocolErrors.notFound],
  }),
  prove: endpoint({
    path: `${path}/prove`,
    summary: '提交浏览器校验',
    access: 'signedIn',
    audit: 'ownTrail',
    input: z.object({
      examId: id,
      nonce: z.string().max(100),
      configHash: z.string().max(100).optional(),
      requestHash: z.string().max(100).optional(),
    }),
    output: z.object({ proof: z.string(), until: instant }),
    errors: [protocolErrors.notFound, safeBrowserErrors.refused],
  }),
}
