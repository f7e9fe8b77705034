/** What this room adds to the screens of rooms below it. */
import type { PostAct } from '@kaopei/org/slots'
import { whenOpened } from '@kaopei/web'
import { postTestMenu } from '../contract/menus.ts'

const OfPost = whenOpened(() => import('./posts/of-post.drawer.tsx'))

/** Who was assessed for a post, in the post's row. */
export const assessmentsOfPost: PostAct = {
  key: 'assessments',
  label: '岗位测评',
  rights: [postTestMenu.rights.view],
  Drawer: ({ post, onClose }) => <OfPost open post={post} onClose={onClose} />,
}
