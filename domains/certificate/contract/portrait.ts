/** Photos of people for their certificates: the next one is issued with it, and keeps it. */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, text, tickFlag } from '@kaopei/contract'
import { z } from 'zod'
import { offerState } from './codes.ts'
import { portraitErrors } from './errors.ts'
import { portraitMenu } from './menus.ts'

const base = '/api/v1/certificate/portrait'
const { view, edit } = portraitMenu.rights

export const mostPortraitsAtOnce = 100

export const photoFilters = ['with', 'without', 'waits', 'asked', 'refused'] as const

const row = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string(),
  department: z.string(),
  /** For two hours; null: there is none. */
  url: z.string().nullable(),
  uploadedAt: instant.nullable(),
  uploadedByName: z.string(),
  /** What they have sent of themselves, or were asked for. */
  offer: z
    .object({
      state: offerState.schema,
      fileId: id.nullable(),
      url: z.string().nullable(),
      reason: z.string(),
      at: instant,
    })
    .nullable(),
})
export type PortraitRow = z.output<typeof row>

export const portrait = {
  list: endpoint({
    path: `${base}/list`,
    summary: '持证人照片',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      /** With everything below it. */
      departmentId: id.optional(),
      photo: z.enum(photoFilters).optional(),
    }),
    output: pageOf(row),
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '上传持证人照片',
    access: edit,
    scope: 'department',
    audit: { action: 'upload', target: 'certificate-portrait' },
    input: z.object({ staffId: id, fileId: id }),
    errors: [protocolErrors.notFound, portraitErrors.uploadMissing],
  }),
  /** Files that are called by job numbers or accounts. */
  saveMany: endpoint({
    path: `${base}/saveMany`,
    summary: '批量上传持证人照片',
    access: edit,
    scope: 'department',
    audit: { action: 'upload', target: 'certificate-portrait' },
    input: z.object({
      fileIds: z.array(id).min(1, '请先上传照片').max(mostPortraitsAtOnce, `一次最多上传 ${mostPortraitsAtOnce} 张照片`),
    }),
    output: z.object({
      savedCount: z.number().int(),
      unmatched: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    errors: [portraitErrors.uploadMissing],
  }),
  /** They see in their client that a photo is wanted. Who has one already, or has sent one, is left out. */
  ask: endpoint({
    path: `${base}/ask`,
    summary: '请持证人上传照片',
    access: edit,
    scope: 'department',
    audit: { action: 'ask', target: 'certificate-portrait' },
    input: z.object({ ids: ids.max(1000, '一次最多 1000 人') }),
    output: z.object({ askedCount: z.number().int() }),
    errors: [protocolErrors.notFound],
  }),
  /** Accepted it is the photo of the next certificate, and what waited for it is issued. */
  decide: endpoint({
    path: `${base}/decide`,
    summary: '审核持证人上传的照片',
    access: edit,
    scope: 'department',
    audit: { action: 'review', target: 'certificate-portrait' },
    input: z
      .object({
        staffId: id,
        /** The one that was looked at. */
        fileId: id,
        isAccepted: tickFlag,
        reason: text(200, '退回原因').default(''),
      })
      .refine(({ isAccepted, reason }) => isAccepted || reason !== '', { path: ['reason'], error: '请填写退回原因' }),
    output: z.object({ issuedCount: z.number().int() }),
    errors: [protocolErrors.notFound, portraitErrors.offerChanged],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除持证人照片',
    access: edit,
    scope: 'department',
    audit: { action: 'delete', target: 'certificate-portrait' },
    input: z.object({ ids }),
    output: z.object({ removedCount: z.number().int() }),
    errors: [protocolErrors.notFound],
  }),
}
