import { session } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { keptReports, sendKept } from './kept-reports.ts'

/** Tells what players could not, as long as a page of learning is open; says what still waits, and what was not taken. */
export function KeptLine(): ReactNode {
  const [unsent, setUnsent] = useState(0)
  const [lost, setLost] = useState<string>()
  // What waits is in the browser's own store, and the network comes back by itself.
  useEffect(() => {
    let isOver = false
    const tell = async () => {
      const told = (await sendKept()).map((one) => one.told)
      const staffId = session.get()?.staffId
      const left = staffId === undefined ? 0 : (await keptReports(staffId)).length
      if (isOver) return
      setUnsent(left)
      for (const one of told) if (one.kind === 'refused') setLost(one.text)
    }
    const again = () => void tell()
    again()
    window.addEventListener('online', again)
    return () => {
      isOver = true
      window.removeEventListener('online', again)
    }
  }, [])
  if (unsent === 0 && lost === undefined) return null
  return (
    <p className="note" role="status">
      {unsent > 0 && `网络不通，${unsent} 条学习记录保存在本机，恢复后自动补报。`}
      {lost !== undefined && `保存在本机的记录没有被接受：${lost}`}
    </p>
  )
}
