/** What this room adds to the screens of rooms below it. */
import type { CourseAct } from '@kaopei/course/slots'
import type { PostAct } from '@kaopei/org/slots'
import { whenOpened, whenShown } from '@kaopei/web'
import { linkReaders } from '../contract/menus.ts'

const LinkedTeaching = whenOpened(() => import('./links/linked-teaching.tsx'))
const PostModel = whenOpened(() => import('./posts/post-opened.tsx'))

/** Which skills a course leads to, in its row. */
export const skillsOfCourse: CourseAct = {
  key: 'skills',
  label: '对应技能',
  rights: linkReaders,
  Drawer: ({ course: { id }, onClose }) => <LinkedTeaching open kind="course" targetId={id} onClose={onClose} />,
}

/** The same on the course's page. */
export const courseSkills = whenShown<{ readonly courseId: string }>(() => import('./links/course-skills.tsx'), null)

/** Which skill questions of a knowledge point test. */
export const skillsOfPoint = whenShown<{ readonly point: { readonly id: string; readonly name: string } }>(
  () => import('./links/point-skills.tsx'),
  null,
)

/** What a post asks for. */
export const modelOfPost: PostAct = {
  key: 'model',
  label: '岗位模型',
  rights: [],
  Drawer: ({ post: { id }, onClose }) => <PostModel open postId={id} onClose={onClose} />,
}
