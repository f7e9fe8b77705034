import { type OutputOf, possessive } from '@kaopei/contract'
import { Dash, DetailPage, formatInstant, RightButton, useCall } from '@kaopei/web'
import { Button, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { replay } from '../../contract/replay/replay.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { SealPanel } from '../evidence/seal-panel.tsx'
import { listPath, recordPath } from '../review/paths.ts'
import { AnomalyList } from './anomaly-list.tsx'
import { CaseActs } from './case-acts.tsx'
import { CaseSteps } from './case-steps.tsx'
import { casesPath, replayPath } from './paths.ts'
import { CaseTag } from './tags.tsx'
import './verdicts.css'

export type Case = OutputOf<typeof verdicts.get>

/** One attempt's anomalies, what was decided of it, by whom, and what may be done now. */
export default function VerdictPage(): ReactNode {
  const resultId = useSearchParams()[0].get('examinationResultId') ?? ''
  const navigate = useNavigate()
  const asked = useCall(verdicts.get, { examinationResultId: resultId }, { enabled: resultId !== '' })
  if (resultId === '') return <Navigate to={listPath} replace />
  const reload = () => void asked.refetch()
  return (
    <DetailPage
      of={asked}
      head={(found) => ({
        title: `${possessive(found.staffName)}裁定`,
        description: found.examName,
        back: () => void navigate(casesPath(found.examinationId)),
        tags: <CaseTag state={found.state} verdict={found.verdict} />,
        extra: (
          <>
            <RightButton right={replay.get} onClick={() => void navigate(replayPath(resultId))}>
              作答回放
            </RightButton>
            {found.isRecorded && <Button onClick={() => void navigate(recordPath(resultId))}>录像与照片</Button>}
            <CaseActs found={found} onDone={reload} />
          </>
        ),
      })}
    >
      {(found) => (
        <>
          <section className="kp-card" aria-label="答卷">
            <Descriptions
              size="small"
              column={{ xs: 1, sm: 2, lg: 4 }}
              items={[
                { key: 'department', label: '部门', children: <Dash>{found.department}</Dash> },
                { key: 'number', label: '考试次数', children: `第 ${found.attemptNumber} 次` },
                {
                  key: 'submit',
                  label: '交卷时间',
                  children: <Dash>{found.submitTime && formatInstant(found.submitTime)}</Dash>,
                },
                { key: 'state', label: '答卷状态', children: found.attemptState },
              ]}
            />
          </section>
          <AnomalyList found={found} onDone={reload} />
          <CaseSteps found={found} />
          <SealPanel resultId={found.examinationResultId} />
        </>
      )}
    </DetailPage>
  )
}
