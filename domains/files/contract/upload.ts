import { endpoint, errors, id, instant, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { type UploadPurpose, uploadPurposes, uploadTexts } from './upload-types.ts'

export {
  acceptOf,
  extensionOf,
  sliceBytes,
  type UploadKindName,
  type UploadPurpose,
  uploadKinds,
  uploadProblem,
  uploadPurposes,
  uploadRuleOf,
  uploadTexts,
} from './upload-types.ts'

export const fileErrors = errors('file', {
  typeRefused: { code: 2450, text: uploadTexts.typeRefused },
  tooLarge: { code: 2451, text: '上传文件过大！' },
  incomplete: { code: 2452, text: '文件尚未全部上传，请继续上传' },
  empty: { code: 2453, text: uploadTexts.empty },
  closed: { code: 2454, text: '这次上传已结束，请重新选择文件上传' },
  noSpace: { code: 2455, text: '存储空间不足，文件没有保存，请联系管理员' },
  /** The company's own limit. */
  quotaUsedUp: { code: 2456, text: '企业存储空间已用完，文件没有保存，请联系管理员' },
  /** It comes of itself: asked again, `complete` answers the file. */
  joining: { code: 2457, text: '文件较大，正在合并，请稍候' },
  tooManyPending: { code: 2410, text: '还有太多文件正在上传，请等它们完成后再试' },
  tooManyToday: { code: 2411, text: '一天内上传的文件太多，请明天再试' },
})

/** The header that carries a slice's checksum (RFC 1864: base64 of its MD5). Both stores refuse a slice that does not match. */
export const sliceChecksumHeader = 'content-md5'

const purposes = Object.keys(uploadPurposes)
const purpose = z
  .custom<UploadPurpose>((value) => typeof value === 'string' && purposes.includes(value), '上传用途不正确')
  .meta({ enum: purposes })
const filePath = requiredText(300, '文件名')
const sizeBytes = z.coerce
  .number('文件大小不正确')
  .int('文件大小不正确')
  .min(0, '文件大小不正确')
  .max(2 ** 40, '文件大小不正确')
  .optional()

const slice = z.object({
  /** From 1. */
  number: z.number().int(),
  /** Exactly so many bytes; of an upload without a declared size at most so many. */
  sizeBytes: z.number().int(),
  /** PUT the raw bytes here, as application/octet-stream, without further headers but `content-md5`. */
  url: z.string(),
})

const received = z.object({ number: z.number().int(), sizeBytes: z.number().int() })

export const uploadCredential = z.object({
  /** JSON text: { credentials: { tmpSecretId, tmpSecretKey, sessionToken }, startTime, expiredTime, requestId } (seconds). */
  config: z.string(),
  bucketName: z.string(),
  region: z.string(),
  uploadSign: z.string(),
  /** Names this upload in `slices` and `complete`; keep it to resume. */
  uploadId: id,
  sliceBytes: z.number().int(),
  sliceCount: z.number().int(),
  /** The first slices' addresses, at most 1,000; `slices` answers further ones. */
  slices: z.array(slice),
  expiresAt: instant,
})

export const uploadSlices = z.object({
  sliceBytes: z.number().int(),
  received: z.array(received),
  slices: z.array(slice),
  expiresAt: instant,
})

export const storedFile = z.object({ fileId: id, fileUrl: z.string(), name: z.string(), sizeBytes: z.number().int() })

/** Why an upload may not begin. */
export const openingErrors = [
  fileErrors.typeRefused,
  fileErrors.tooLarge,
  fileErrors.empty,
  fileErrors.noSpace,
  fileErrors.quotaUsedUp,
  fileErrors.tooManyPending,
  fileErrors.tooManyToday,
] as const

export const upload = {
  credential: endpoint({
    path: '/api/v1/files/credential',
    summary: '获取上传凭证',
    access: 'signedIn',
    atOnce: 3,
    audit: 'ownTrail',
    input: z.object({ filePath, sizeBytes, purpose: purpose.default('attachment') }),
    output: uploadCredential,
    errors: [...openingErrors],
  }),
  editorCredential: endpoint({
    path: '/api/v1/courseWare/getCOSToken',
    method: 'GET',
    summary: '获取编辑器上传凭证',
    access: 'signedIn',
    atOnce: 1,
    audit: 'ownTrail',
    input: z.object({ filePath, sizeBytes }),
    output: uploadCredential,
    errors: [...openingErrors],
  }),
  /** What has arrived, and fresh addresses for what has not: how an interrupted upload goes on. */
  slices: endpoint({
    path: '/api/v1/files/slices',
    summary: '查询已上传的分片',
    access: 'signedIn',
    // Its addresses take bytes: nothing for who only looks.
    atOnce: 2,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ uploadId: id, fromNumber: z.number().int().min(1).max(10_000).default(1) }),
    output: uploadSlices,
    errors: [fileErrors.closed],
  }),
  /** Repeating it answers the same file. */
  complete: endpoint({
    path: '/api/v1/files/complete',
    summary: '完成上传',
    access: 'signedIn',
    atOnce: 6,
    audit: { action: 'upload', target: 'file' },
    input: z.object({ uploadId: id }),
    output: storedFile,
    errors: [
      fileErrors.typeRefused,
      fileErrors.tooLarge,
      fileErrors.incomplete,
      fileErrors.empty,
      fileErrors.noSpace,
      fileErrors.quotaUsedUp,
      fileErrors.joining,
    ],
  }),
  abandon: endpoint({
    path: '/api/v1/files/abandon',
    summary: '放弃上传',
    access: 'signedIn',
    atOnce: 1,
    audit: 'ownTrail',
    input: z.object({ uploadId: id }),
    output: z.object({ uploadId: id }),
  }),
  /** A fresh link to a file that the caller uploaded. */
  link: endpoint({
    path: '/api/v1/files/link',
    summary: '获取文件链接',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ fileId: id }),
    output: storedFile,
  }),
}
