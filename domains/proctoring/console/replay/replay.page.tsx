import type { OutputOf } from '@kaopei/contract'
import { DetailPage, formatInstant, useCall } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { replay } from '../../contract/replay/replay.ts'
import { listPath, recordPath } from '../review/paths.ts'
import { casePath } from '../verdicts/paths.ts'
import { Replayed } from './replayed.tsx'
import './replay.css'

export type Replay = OutputOf<typeof replay.get>

/** 作答回放: an attempt on one slider, as it grew. */
export default function ReplayPage(): ReactNode {
  const resultId = useSearchParams()[0].get('examinationResultId') ?? ''
  const navigate = useNavigate()
  const asked = useCall(replay.get, { examinationResultId: resultId }, { enabled: resultId !== '' })
  if (resultId === '') return <Navigate to={listPath} replace />
  return (
    <DetailPage
      of={asked}
      head={({ staffName, examName, startTime, endTime, isRecorded }) => ({
        title: `${staffName} 的作答回放`,
        description: `${examName}　${formatInstant(startTime)} 至 ${formatInstant(endTime)}`,
        back: true,
        extra: (
          <>
            <Button onClick={() => void navigate(casePath(resultId))}>裁定</Button>
            {isRecorded && <Button onClick={() => void navigate(recordPath(resultId))}>录像与照片</Button>}
          </>
        ),
      })}
    >
      {(found) => <Replayed found={found} />}
    </DetailPage>
  )
}
