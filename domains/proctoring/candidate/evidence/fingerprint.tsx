import { useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect } from 'react'
import { ownSeal } from '../../contract/evidence/evidence.ts'
import './fingerprint.css'

/** Whoever keeps it can show later that nothing of the record up to the hand-in was changed. */
export function Fingerprint({ attemptId }: { readonly attemptId: string }): ReactNode {
  const load = useCallback(() => call(ownSeal.get, { attemptId }, { silent: true }), [attemptId])
  const { data, reload } = useLoad(load)
  const isWaiting = data !== undefined && data.head === null && data.isClosed
  // The record is sealed a moment after the hand-in.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, 3000)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  if (!data?.isClosed) return null
  return (
    <section className="panel below-result fingerprint" aria-label="记录指纹">
      <h2>作答记录指纹</h2>
      {data.head === null ? (
        <p role="status">正在生成…</p>
      ) : (
        <>
          <code>{data.head.match(/.{1,8}/g)?.join(' ')}</code>
          <p className="note">{`覆盖交卷前的 ${data.rowCount} 条记录。可截图保存：如有争议，用它核对证据包是否被改动。`}</p>
        </>
      )}
    </section>
  )
}
