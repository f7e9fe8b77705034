/** Photos of people for their certificates: the next one is issued with it, and keeps it. */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { z } from 'zod'
import { portraitErrors } from './errors.ts'
import { portraitMenu } from './menus.ts'

const base = '/api/v1/certificate/portrait'
const { view, edit } = portraitMenu.rights

export const mostPortraitsAtOnce = 100

export const photoFilters = ['with', 'without'] as const

const row = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string(),
  department: z.string(),
  /** For two hours; null: there is none. */
  url: z.string().nullable(),
  uploadedAt: instant.nullable(),
  uploadedByName: z.string(),
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
