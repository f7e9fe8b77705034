/** Certificates that were earned and cannot be written or find no room, and pictures of the characters that are missing. */
import { endpoint, id, ids, instant, pageOf, pageQuery } from '@kaopei/contract'
import { z } from 'zod'
import { certificateErrors, templateErrors } from './errors.ts'
import { issuedMenu } from './menus.ts'

const base = '/api/v1/certificate/refusal'
const { view, issue } = issuedMenu.rights

const row = z.object({
  id,
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  characters: z.array(z.string()),
  /** Values that the template has no room for, by what people call them. */
  tooLong: z.array(z.string()),
  /** Of the template's photo there is none yet. */
  lacksPhoto: z.boolean(),
  /** Earned while the template was stopped; issued by itself once it is in use again. */
  isTemplateStopped: z.boolean(),
  at: instant,
})
export type RefusalRow = z.output<typeof row>

export const refusal = {
  list: endpoint({
    path: `${base}/list`,
    summary: '无法签发的证书',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery,
    output: pageOf(row),
  }),
  glyphs: endpoint({
    path: `${base}/glyphs`,
    summary: '生僻字图片',
    access: view,
    audit: 'read',
    output: z.array(z.object({ character: z.string(), url: z.string() })),
  }),
  saveGlyph: endpoint({
    path: `${base}/saveGlyph`,
    summary: '上传生僻字图片',
    access: issue,
    audit: { action: 'modify', target: 'certificate-glyph' },
    input: z.object({
      character: z
        .string('请填写一个字')
        .trim()
        .max(8, '请填写一个字')
        .refine((value) => [...value].length === 1, '请填写一个字'),
      fileId: id,
    }),
    errors: [templateErrors.pictureRefused, certificateErrors.writable],
  }),
  /** Issues those that can be written and have their photo by now, or go without. */
  retry: endpoint({
    path: `${base}/retry`,
    summary: '重新签发',
    access: issue,
    scope: 'department',
    audit: { action: 'issue', target: 'certificate' },
    input: z.object({ ids, isWithoutPhoto: z.boolean().default(false) }),
    output: z.object({ issuedCount: z.number().int(), leftCount: z.number().int() }),
    errors: [certificateErrors.numberTaken],
  }),
}
