import { formFor, ListPage } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { type IncidentCounts, type IncidentRow, incident } from '../../contract/incidents/incident.ts'
import { personColumnsOf } from './dry-run.tsx'

const { Field, FormDrawer } = formFor(incident.takeBack)

/** Taking an incident back, after having seen the deadlines without it. */
export function TakeBackDialog({ row, onClose }: { readonly row: IncidentRow; readonly onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      open
      title={`撤回“${row.title}”`}
      width={1000}
      endpoint={incident.takeBack}
      okText="撤回事件"
      successText="已撤回"
      initialValues={{ id: row.id, version: row.version }}
      onClose={onClose}
    >
      <p>该事件补回的时间全部取消；考生至少还有 2 分钟，剩余不足 2 分钟的不再缩短。只想恢复计时，请用“结束”。</p>
      <Field name="reason" label="撤回原因">
        <Input maxLength={200} placeholder="例如：范围登记错误" />
      </Field>
      <ListPage
        endpoint={incident.dryRunTakingBack}
        rowKey="attemptId"
        stateIn="memory"
        extraInput={{ id: row.id }}
        toolbar={({ answer }) => answer && <span>{movedText(answer.counts)}</span>}
        columns={personColumnsOf({ moved: '截止时间提前' })}
        emptyText="没有考生的时间会改变"
      />
    </FormDrawer>
  )
}

const movedText = ({ moved }: IncidentCounts) => (moved > 0 ? `${moved} 名考生的截止时间会提前` : '没有考生的截止时间会提前')
