import { type ReactNode, useEffect, useState } from 'react'
import type { Line } from './use-line.ts'
import './line-notice.css'

/** For whoever stands in line: that their turn comes by itself, how long they have waited, and a way out. */
export function LineNotice({ line: { since, leave }, doing }: { line: Line; doing: '登录' | '进入考试' | '提交' }): ReactNode {
  return (
    <div className="kp-line" role="status">
      {since !== undefined && (
        <>
          <p>
            正在{doing}的人较多，已为您排队，轮到时自动{doing}。请保持页面打开，不需要刷新或重复点击。
          </p>
          <p className="kp-line-way">
            <Waited since={since} />
            <button type="button" onClick={leave}>
              取消排队
            </button>
          </p>
        </>
      )}
    </div>
  )
}

/** Not read out each second. */
function Waited({ since }: { since: number }): ReactNode {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - since) / 1000))
  return (
    <span aria-hidden="true">
      已等候 {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
