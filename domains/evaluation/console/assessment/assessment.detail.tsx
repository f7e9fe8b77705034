import { ActionButton, CodeTag, Dash, DetailPage, EmptyState, formatInstant, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type AppointmentDetail, appointment, appointmentPeople } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus, scaleKind } from '../../contract/codes.ts'
import '../evaluation.css'
import { analysisPath, assessmentPath, scalePath } from '../paths.ts'
import { AssessmentForm } from './assessment.form.tsx'
import { AssessmentActions } from './assessment.list.tsx'
import { People } from './people.tab.tsx'

/** /application/testCenter/assessmentDetails?id=…: one appointment, who is assessed, and of a 360° who answers. */
export default function AssessmentDetailPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从测评安排中打开测评" action={<Link to={assessmentPath}>测评安排</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(appointment.get, { id })
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <DetailPage
        of={asked}
        head={(detail) => ({
          title: detail.name,
          back: () => void navigate(assessmentPath),
          tags: (
            <>
              <CodeTag codes={appointmentStatus} value={detail.status} />
              <ToneTag tone="neutral">{appointmentMode.label(detail.mode)}</ToneTag>
              <CodeTag codes={scaleKind} value={detail.kind} />
            </>
          ),
          extra: (
            <>
              <AssessmentActions row={detail} isOnDetail />
              {detail.resultCount > 0 && <Button onClick={() => void navigate(analysisPath(id))}>部门分析</Button>}
              {detail.status !== appointmentStatus.closed && (
                <RightButton right={appointment.save} onClick={() => setEditing(true)}>
                  编辑
                </RightButton>
              )}
              {detail.status === appointmentStatus.draft && (
                <ActionButton
                  type="primary"
                  endpoint={appointment.open}
                  input={{ id }}
                  confirm={`发布后 ${detail.personCount} 名被测人可以开始作答，按人次计入测评额度。确定发布吗？`}
                  successText="测评已发布"
                  refreshes={[appointment.get, appointmentPeople.list]}
                >
                  发布
                </ActionButton>
              )}
            </>
          ),
        })}
        tabs={[
          { key: 'people', label: '被测人员', content: (detail) => <People detail={detail} /> },
          { key: 'facts', label: '基本信息', content: (detail) => <Facts detail={detail} /> },
        ]}
      />
      {isEditing && asked.data && <AssessmentForm detail={asked.data} onClose={() => setEditing(false)} />}
    </>
  )
}

function Facts({ detail }: { readonly detail: AppointmentDetail }): ReactNode {
  const time = (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>
  const norm = detail.norms.find(({ id }) => id === detail.normKey)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      '量表',
      <Link
        key="scale"
        to={scalePath(detail.scaleId)}
      >{`${detail.scaleName}（第 ${detail.versionNumber} 版，${detail.itemCount} 题）`}</Link>,
    ],
    ['目的', <Dash key="purpose">{detail.purpose}</Dash>],
    ['开始时间', time(detail.startTime)],
    ['截止时间', time(detail.endTime)],
    ['限时', detail.limitMinutes === null ? '不限' : `${detail.limitMinutes} 分钟`],
    ['每页题数', detail.itemsAPage],
    ['常模', norm ? `${norm.name}（n=${norm.n}，${norm.date}）` : '企业常模（满 100 人后）'],
    ['作答', `${detail.raterCount} 份应答，${detail.submittedCount} 份已提交`],
    ['发布时间', time(detail.openTime)],
    ['结束时间', time(detail.closeTime)],
    ['结果保存', `${detail.retentionMonths} 个月`],
    ['知情同意：目的', detail.consent.purpose],
    ['知情同意：谁能看到', detail.consent.readers],
  ]
  return (
    <section className="kp-card" aria-label="基本信息">
      <dl className="kp-ev-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
