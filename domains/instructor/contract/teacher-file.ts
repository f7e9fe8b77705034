/** Files about an instructor, with the days on which they begin and end. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { fileValidity, teacherFileKind } from './codes.ts'
import { teacherFileErrors } from './errors.ts'
import { instructorManage } from './menus.ts'
import { optionalDay } from './shapes.ts'

const { rights } = instructorManage
const base = '/api/v1/teacher'

const row = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  kind: teacherFileKind.schema,
  name: z.string(),
  sizeBytes: z.number(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  validity: fileValidity.schema,
  /** Until it ends; negative afterwards; null without an end. */
  daysLeft: z.int().nullable(),
  uploadedAt: instant,
  uploadedByName: z.string().nullable(),
  /** A newer one stands for it. */
  isReplaced: z.boolean(),
  /** For two hours. */
  fileUrl: z.string(),
})
export type TeacherFileRow = z.output<typeof row>

export const teacherFile = {
  /** Of one instructor, or of all within `endsWithinDays`; those that end first come first. */
  listTeacherFile: endpoint({
    path: `${base}/listTeacherFile`,
    summary: '讲师档案',
    access: rights.file,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      teacherId: id.optional(),
      /** Renewed ones too. */
      hasReplaced: z.boolean().default(false),
      endsWithinDays: z.coerce.number().int().min(0).max(3650).optional(),
    }),
    output: pageOf(row),
  }),
  /** With `id` it renews that one, which stays behind it. */
  reUploadTeacherFile: endpoint({
    path: `${base}/reUploadTeacherFile`,
    summary: '上传讲师档案',
    access: rights.file,
    scope: 'department',
    audit: { action: 'upload', target: 'teacher-file' },
    input: z.object({
      teacherId: id,
      id: id.nullable().default(null),
      fileId: id,
      kind: teacherFileKind.schema,
      name: requiredText(100, '档案名称'),
      validFrom: optionalDay,
      validUntil: optionalDay,
    }),
    output: z.object({ id }),
    errors: [protocolErrors.notFound, teacherFileErrors.uploadMissing, teacherFileErrors.datesInverted],
  }),
  removeTeacherFile: endpoint({
    path: `${base}/removeTeacherFile`,
    summary: '删除讲师档案',
    access: rights.file,
    scope: 'department',
    audit: { action: 'delete', target: 'teacher-file' },
    input: z.object({ id }),
    errors: [protocolErrors.notFound],
  }),
}
