import { endpoint, id, lineText } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { coursewareErrors } from './errors.ts'
import { lessonManage } from './menus.ts'

const language = z.string('请选择语言').regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/, '语言代码不正确，如 zh、en')

/** Subtitles of a film's or sound's newest version; a language has one file. */
export const coursewareSubtitle = {
  save: endpoint({
    path: '/api/v1/courseWare/saveSubtitle',
    summary: '上传课件字幕',
    access: [lessonManage.rights.add, lessonManage.rights.edit],
    audit: { action: 'saveSubtitle', target: 'courseware' },
    input: z.object({
      id,
      fileId: id,
      language,
      label: lineText(20, '字幕名称').min(1, '请输入字幕名称'),
    }),
    output: z.object({ cueCount: z.int() }),
    errors: [
      coursewareErrors.fileMissing,
      coursewareErrors.subtitleUnreadable,
      coursewareErrors.subtitleNotAllowed,
      fileErrors.noSpace,
    ],
  }),
  remove: endpoint({
    path: '/api/v1/courseWare/removeSubtitle',
    summary: '删除课件字幕',
    access: lessonManage.rights.edit,
    audit: { action: 'removeSubtitle', target: 'courseware' },
    input: z.object({ id, language }),
  }),
}
