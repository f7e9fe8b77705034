import type { ReactNode } from 'react'
import { TrialList } from './trial.list.tsx'
import { VirtualRuns } from './virtual-runs.tsx'
import './rehearsal.css'

/** 演练: whose device is ready, and how many the server carries. */
export function RehearsalTab({ examId }: { readonly examId: string }): ReactNode {
  return (
    <>
      <section aria-labelledby="rehearsal-trials">
        <h2 id="rehearsal-trials" className="kp-rehearsal-title">
          考生设备测试
        </h2>
        <TrialList examId={examId} />
      </section>
      <section aria-labelledby="rehearsal-runs">
        <h2 id="rehearsal-runs" className="kp-rehearsal-title">
          虚拟考生演练
        </h2>
        <VirtualRuns examId={examId} />
      </section>
    </>
  )
}
