import { endpoint, id, instant, instantInput, labelled, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { fileErrors, openingErrors, storedFile, uploadCredential, uploadSlices } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { linkRow, linkState } from './link-row.ts'
import { shortLinkMenu } from './menus.ts'
import { shareErrors } from './short-link.ts'

/** What may be asked for by a link: the purposes of the table of types, under names for people. */
export const uploadLinkPurposes = {
  attachment: '文档、图片、视频和音频',
  document: '文档',
  image: '图片',
  video: '视频',
  audio: '音频',
} as const
export type UploadLinkPurpose = keyof typeof uploadLinkPurposes

/** As many files as an upload takes unless it says otherwise. */
export const defaultLimit = 2

const purpose = labelled(z.enum(['attachment', 'document', 'image', 'video', 'audio'], '请选择文件类型'), uploadLinkPurposes)

const row = linkRow.extend({
  purpose,
  limit: z.number().int(),
  receivedCount: z.number().int(),
})
export type UploadLinkRow = z.output<typeof row>

const sharedFile = z.object({
  fileId: id,
  name: z.string(),
  sizeBytes: z.number().int(),
  sender: z.string(),
  uploadedAt: instant,
  fileUrl: z.string(),
})

const right = shortLinkMenu.rights.upload

/** For those who hand the links out. */
export const uploadLink = {
  create: endpoint({
    path: '/api/v1/share/uploadLink/create',
    summary: '创建上传链接',
    access: right,
    audit: { action: 'create', target: 'upload-link' },
    input: z.object({
      title: requiredText(100, '标题'),
      purpose,
      limit: z
        .number('请输入文件数')
        .int('文件数应为整数')
        .min(1, '至少 1 个文件')
        .max(1000, '最多 1000 个文件')
        .default(defaultLimit),
      expiresAt: instantInput,
    }),
    /** The address is shown this once: only the token's hash is kept. */
    output: z.object({ id, url: z.string() }),
    errors: [shareErrors.pastExpiry],
  }),
  list: endpoint({
    path: '/api/v1/share/uploadLink/list',
    summary: '上传链接列表',
    access: right,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(100, '标题').optional(), state: linkState.schema.optional() }),
    output: pageOf(row),
  }),
  files: endpoint({
    path: '/api/v1/share/uploadLink/files',
    summary: '上传链接收到的文件',
    access: right,
    audit: 'read',
    input: pageQuery.extend({ id }),
    output: pageOf(sharedFile),
  }),
  revoke: endpoint({
    path: '/api/v1/share/uploadLink/revoke',
    summary: '停用上传链接',
    access: right,
    audit: { action: 'revoke', target: 'upload-link' },
    input: z.object({ id }),
    errors: [shareErrors.alreadyRevoked],
  }),
}

const token = z.string('链接无效').max(100, '链接无效')

/** For whoever has a link. Each call brings the token; nothing else opens anything. */
export const publicUpload = {
  open: endpoint({
    path: '/api/v1/share/upload/open',
    summary: '打开上传链接',
    access: 'public',
    audit: 'ownTrail',
    input: z.object({ token }),
    output: z.object({
      companyName: z.string(),
      title: z.string(),
      purpose,
      /** How many more files may come. */
      left: z.number().int(),
      limit: z.number().int(),
      expiresAt: instant,
    }),
    errors: [shareErrors.linkOver],
  }),
  credential: endpoint({
    path: '/api/v1/share/upload/credential',
    summary: '获取上传凭证（上传链接）',
    access: 'public',
    atOnce: 1,
    audit: 'ownTrail',
    input: z.object({
      token,
      filePath: requiredText(300, '文件名'),
      sizeBytes: z
        .number('文件大小不正确')
        .int('文件大小不正确')
        .min(0, '文件大小不正确')
        .max(2 ** 40, '文件大小不正确'),
      /** Uploads that this browser began by the link and will not finish: they end, and make room for this one. */
      insteadOf: z.array(id).max(20).default([]),
    }),
    output: uploadCredential,
    errors: [shareErrors.linkOver, shareErrors.full, ...openingErrors],
  }),
  slices: endpoint({
    path: '/api/v1/share/upload/slices',
    summary: '查询已上传的分片（上传链接）',
    access: 'public',
    atOnce: 1,
    audit: 'read',
    input: z.object({ token, uploadId: id, fromNumber: z.number().int().min(1).max(10_000).default(1) }),
    output: uploadSlices,
    errors: [shareErrors.linkOver, fileErrors.closed],
  }),
  complete: endpoint({
    path: '/api/v1/share/upload/complete',
    summary: '完成上传（上传链接）',
    access: 'public',
    atOnce: 1,
    audit: { action: 'upload', target: 'upload-link' },
    input: z.object({ token, uploadId: id, sender: text(50, '姓名').default('') }),
    output: storedFile.omit({ fileUrl: true }),
    errors: [
      shareErrors.linkOver,
      shareErrors.full,
      fileErrors.typeRefused,
      fileErrors.tooLarge,
      fileErrors.incomplete,
      fileErrors.empty,
      fileErrors.noSpace,
      fileErrors.quotaUsedUp,
    ],
  }),
}
