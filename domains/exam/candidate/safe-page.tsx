import { keepSafeProof } from '@kaopei/sitting/candidate'
import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { safeBrowser } from '../contract/safe-browser.ts'
import { readKeys, takeBackPath } from './safe-browser.tsx'

/** Shows the browser's keys for this very address, once, and goes back to the exam. */
export default function SafePage({ go }: PageProps): ReactNode {
  const load = useCallback(async () => {
    const params = new URLSearchParams(window.location.search)
    const examId = params.get('exam') ?? ''
    const { proof } = await call(safeBrowser.prove, { examId, nonce: params.get('nonce') ?? '', ...(await readKeys()) })
    keepSafeProof(proof)
    go(takeBackPath(examId))
    return true
  }, [go])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>{() => <p>校验通过，正在返回考试…</p>}</Show>
    </main>
  )
}
