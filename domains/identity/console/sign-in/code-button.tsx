import { serverNow } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'

interface CodeButtonProps {
  /** Sends the code and answers after how many seconds another may be asked for; undefined when refused (already shown). */
  readonly send: () => Promise<number | undefined>
  readonly disabled?: boolean
}

/** 获取验证码, with the seconds until it may be asked for again. */
export function CodeButton({ send, disabled = false }: CodeButtonProps): ReactNode {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(serverNow)
  const [isSending, setSending] = useState(false)
  const seconds = Math.ceil((until - now) / 1_000)
  const isWaiting = seconds > 0
  // Counts down while there is something to count.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(serverNow()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])
  const click = async () => {
    setSending(true)
    const wait = await send()
    setSending(false)
    if (wait === undefined) return
    setNow(serverNow())
    setUntil(serverNow() + wait * 1_000)
  }
  return (
    <Button onClick={() => void click()} loading={isSending} disabled={disabled || isWaiting}>
      {isWaiting ? `${seconds} 秒后重新获取` : '获取验证码'}
    </Button>
  )
}
