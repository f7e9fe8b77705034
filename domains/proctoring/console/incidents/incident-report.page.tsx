import { possessive } from '@kaopei/contract'
import { CodeTag, DetailPage, formatInstant, formFor, ListPage, RightButton, useCall } from '@kaopei/web'
import { Button, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { incident, incidentState } from '../../contract/incidents/incident.ts'
import { hallsPath } from '../hall/paths.ts'
import { keptPersonColumns } from './dry-run.tsx'
import { incidentsPath, readFrom } from './paths.ts'

const { Field, FormDialog } = formFor(incident.saveReport)

/** 事件报告: written by the system, changed by people, printed with whoever it was about. */
export default function IncidentReport(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const asked = useCall(incident.get, { id }, { enabled: id !== '' })
  if (id === '') return <Navigate to={hallsPath} replace />
  return (
    <DetailPage
      of={asked}
      head={({ title, examId, examName, state, createdTime, createdByName, maySaveReport }) => ({
        title: `${possessive(title)}事件报告`,
        description: `${examName}，${createdByName ?? '-'}登记于 ${formatInstant(createdTime)}`,
        back: () => void navigate(incidentsPath(examId, readFrom(params))),
        tags: <CodeTag codes={incidentState} value={state} />,
        extra: (
          <Space>
            {maySaveReport && (
              <RightButton right={incident.saveReport} onClick={() => setChanging(true)}>
                修改报告
              </RightButton>
            )}
            <Button type="primary" onClick={() => window.print()}>
              打 印
            </Button>
          </Space>
        ),
      })}
    >
      {({ report, version }) => (
        <>
          <section className="kp-card" aria-label="报告">
            <p style={{ whiteSpace: 'pre-wrap', lineHeight: 1.9, margin: 0 }}>{report}</p>
          </section>
          <h3>涉及考生</h3>
          <ListPage
            endpoint={incident.people}
            rowKey="attemptId"
            extraInput={{ id }}
            columns={keptPersonColumns}
            emptyText="没有考生受影响"
          />
          {isChanging && (
            <FormDialog
              title="修改报告"
              endpoint={incident.saveReport}
              initialValues={{ id, version, report }}
              successText="已保存"
              onClose={() => setChanging(false)}
              onSaved={() => asked.refetch()}
            >
              <Field name="report" label="报告">
                <Input.TextArea rows={14} maxLength={5000} showCount />
              </Field>
            </FormDialog>
          )}
        </>
      )}
    </DetailPage>
  )
}
