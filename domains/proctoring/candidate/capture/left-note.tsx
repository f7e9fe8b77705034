import { type ReactNode, useEffect, useState } from 'react'
import { leftMark } from './left-mark.ts'
import type { Post } from './post.ts'

type Waiting = Pick<Post, 'standingOf' | 'subscribe'>

const openPost = async (): Promise<Waiting> => (await import('./post.ts')).openPost()

interface Props {
  readonly attemptId: string
  readonly open?: () => Promise<Waiting>
}

/** What this device still holds of an attempt's recordings, beside its result: it is sent while any page of ours is open. */
export function LeftNote({ attemptId, open = openPost }: Props): ReactNode {
  const [waiting, setWaiting] = useState(0)
  // The queue is the page's, not React's.
  useEffect(() => {
    if (!leftMark.isSet()) return
    let isOver = false
    let leave: (() => void) | undefined
    open()
      .then((post) => {
        if (isOver) return
        const look = () => setWaiting(post.standingOf(attemptId).waiting)
        leave = post.subscribe(look)
        look()
      })
      .catch(() => undefined) // the queue's file did not come: it is sent at the next start all the same
    return () => {
      isOver = true
      leave?.()
    }
  }, [attemptId, open])
  if (waiting === 0) return null
  return (
    <section className="panel below-result" role="status" aria-label="监考录像上传">
      <p className="warn-text">还有 {waiting} 段监考录像或照片待上传，请保持本页打开，传完后此提示消失。</p>
      <p className="note">答卷已经提交，不受影响。如需离开，请在 24 小时内用同一浏览器再打开本系统，会自动继续上传。</p>
    </section>
  )
}
