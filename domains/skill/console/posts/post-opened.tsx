import type { ReactNode } from 'react'
import { PostDrawer } from './post.drawer.tsx'
import '../skill.css'

interface Props {
  readonly open: boolean
  readonly postId: string
  readonly onClose: () => void
}

/** The model of a post, from the post's own row. */
export default function PostOpened({ postId, onClose }: Props): ReactNode {
  return <PostDrawer postId={postId} onClose={onClose} />
}
