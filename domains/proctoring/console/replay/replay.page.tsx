import { type OutputOf, possessive } from '@kaopei/contract'
import { DetailPage, EmptyState, formatInstant, formFor, RightButton, useCall, useMay } from '@kaopei/web'
import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { markCheating } from '../../contract/menus.ts'
import { replay } from '../../contract/replay/replay.ts'
import { listPath, recordPath } from '../review/paths.ts'
import { casePath } from '../verdicts/paths.ts'
import { Replayed } from './replayed.tsx'
import './replay.css'

export type Replay = OutputOf<typeof replay.get>
export type Tracks = NonNullable<Replay['tracks']>

/** 作答回放: an attempt on one slider, as it grew, for whoever says why they look. */
export default function ReplayPage(): ReactNode {
  const resultId = useSearchParams()[0].get('examinationResultId') ?? ''
  const navigate = useNavigate()
  const asked = useCall(replay.get, { examinationResultId: resultId }, { enabled: resultId !== '' })
  const mayReview = useMay(markCheating.rights.view)
  if (resultId === '') return <Navigate to={listPath} replace />
  return (
    <DetailPage
      of={asked}
      keeps={['examinationResultId']}
      head={({ staffName, examName, startTime, endTime, isRecorded, tracks }) => ({
        title: `${possessive(staffName)}作答回放`,
        description: `${examName}　${formatInstant(startTime)} 至 ${formatInstant(endTime)}`,
        back: true,
        extra: (
          <>
            {mayReview && <Button onClick={() => void navigate(casePath(resultId))}>裁定</Button>}
            {mayReview && isRecorded && <Button onClick={() => void navigate(recordPath(resultId))}>录像与照片</Button>}
            {tracks === null && <OpenButton resultId={resultId} onOpened={() => void asked.refetch()} />}
          </>
        ),
      })}
    >
      {(found) =>
        found.tracks === null ? (
          <section className="kp-card" aria-label="作答回放">
            <EmptyState text="填写查看原因后显示考生的作答过程" />
          </section>
        ) : (
          <Replayed found={found} tracks={found.tracks} />
        )
      }
    </DetailPage>
  )
}

const { Field, FormDialog } = formFor(replay.open)

interface OpenProps {
  readonly resultId: string
  readonly onOpened: () => void
}

function OpenButton({ resultId, onOpened }: OpenProps): ReactNode {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <RightButton right={replay.open} type="primary" onClick={() => setAsked(true)}>
        查看作答回放
      </RightButton>
      {isAsked && (
        <FormDialog
          title="查看作答回放"
          endpoint={replay.open}
          initialValues={{ examinationResultId: resultId }}
          intro={
            <p className="kp-hint">
              作答过程属于考生的个人信息。本次查看会记录您的姓名、时间和原因，两小时内有效；有权查看录像与照片的，同时打开录像与照片。
            </p>
          }
          okText="查 看"
          successText="已打开，两小时内有效"
          onSaved={onOpened}
          onClose={() => setAsked(false)}
        >
          <Field name="reason" label="查看原因" required>
            <Input.TextArea maxLength={200} showCount rows={3} placeholder="例如：复核成绩异议、核实切屏记录" />
          </Field>
        </FormDialog>
      )}
    </>
  )
}
