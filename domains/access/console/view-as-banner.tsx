import { EyeOutlined } from '@ant-design/icons'
import { serverNow, useSession } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { stopLooking } from './view-as.ts'
import './access.css'

/** Says whose eyes these are, and leads back. Ends by itself when the half hour is over. */
export function ViewAsBanner(): ReactNode {
  const session = useSession()
  if (!session?.viewing) return null
  return <Banner key={session.viewing.id} name={session.viewing.name} endsAt={Date.parse(session.expiresAt ?? '')} />
}

function Banner({ name, endsAt }: { readonly name: string; readonly endsAt: number }): ReactNode {
  const [leftMs, setLeft] = useState(() => endsAt - serverNow())
  const [isLeaving, setLeaving] = useState(false)
  // The clock is the subject here.
  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [endsAt])
  const isOver = leftMs <= 0
  // Running out is an event, not something to draw.
  useEffect(() => {
    if (isOver) void stopLooking()
  }, [isOver])
  const leave = () => {
    setLeaving(true)
    void stopLooking()
  }
  return (
    <section className="kp-view-as" aria-label="以他人视角查看">
      <span>
        <EyeOutlined aria-hidden="true" /> 您正以<strong>{name}</strong>的视角查看，只能浏览，不能修改
      </span>
      <span className="kp-view-as-left">{`${Math.max(1, Math.ceil(leftMs / 60_000))} 分钟后自动结束`}</span>
      <Button size="small" loading={isLeaving} onClick={leave}>
        退出查看
      </Button>
    </section>
  )
}
