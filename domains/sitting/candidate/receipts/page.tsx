import type { PageProps } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { ReceiptsView } from './view.tsx'

export function ReceiptsPage({ id: attemptId, go }: PageProps): ReactNode {
  return (
    <main className="page">
      <div className="page-title">
        <h1>提交凭证</h1>
        <button type="button" onClick={() => go('/')}>
          返回我的考试
        </button>
      </div>
      <ReceiptsView attemptId={attemptId} />
    </main>
  )
}
