/** Looking at a course as its learners will, which leaves no trace. */
import { endpoint, id } from '@kaopei/contract'
import { shownCourseware } from '@kaopei/courseware/contract/shown'
import { z } from 'zod'
import { courseManager } from './menus.ts'

export const previewCalls = {
  /** The content of one task: of the draft, where there is one. */
  task: endpoint({
    path: '/api/v1/course/previewTask',
    summary: '预览课程任务',
    access: courseManager.rights.view,
    audit: 'read',
    input: z.object({ courseId: id, taskId: id }),
    output: z.object({ content: shownCourseware.nullable() }),
  }),
}
