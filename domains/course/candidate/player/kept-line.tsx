import { session, useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { countWaiting, sendKept, toldCount } from './kept-reports.ts'

const retryMs = 30_000

/** Tells what players could not, as long as a page of learning is open; says what still waits, and what was not taken. */
export function KeptLine(): ReactNode {
  const [unsent, setUnsent] = useState(0)
  const [lost, setLost] = useState<string>()
  const told = useStore(toldCount)
  // The network comes back by itself, and so does a server that had no time.
  useEffect(() => {
    const tell = async () => {
      for (const one of await sendKept()) if (one.told.kind === 'refused') setLost(one.told.text)
    }
    const again = () => void tell()
    again()
    window.addEventListener('online', again)
    const timer = setInterval(again, retryMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  // What waits is in the browser's own store: what the player before this page still tells comes to its end meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew with each that was told
  useEffect(() => {
    let isOver = false
    const staffId = session.get()?.staffId
    if (staffId !== undefined) void countWaiting(staffId).then((left) => !isOver && setUnsent(left))
    return () => {
      isOver = true
    }
  }, [told])
  if (unsent === 0 && lost === undefined) return null
  return (
    <p className="note" role="status">
      {unsent > 0 && `${unsent} 条学习记录尚未上报，保存在本机，稍后自动补报。`}
      {lost !== undefined && `保存在本机的记录没有被接受：${lost}`}
    </p>
  )
}
