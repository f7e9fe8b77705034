import type { InputOf } from '@kaopei/contract'
import { choiceState, formFor, InstantInput, useCall, useSettled } from '@kaopei/web'
import { Input, InputNumber, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { incident, incidentScope } from '../../contract/incidents/incident.ts'
import { incidentErrors } from '../../contract/incidents/incident-errors.ts'
import { hallReasonOptions } from '../reason-options.ts'
import { DryRun, type DryRunProps } from './dry-run.tsx'

const { Field, FormDrawer, useValue } = formFor(incident.apply)

type Facts = Omit<InputOf<typeof incident.dryRun>, 'pageIndex' | 'pageSize'>

/** A line of its own: beside another one its hints run into that one's fields. */
const lines = { display: 'flex' }

interface Props {
  readonly examId: string
  readonly onClose: () => void
}

/** What happened, to whom and for how long; below it what that would do. */
export function IncidentDrawer({ examId, onClose }: Props): ReactNode {
  const [keptClosed, setKeptClosed] = useState<ReadonlySet<string>>(new Set())
  const keep = (attemptId: string, isKept: boolean) => {
    const next = new Set(keptClosed)
    if (isKept) next.add(attemptId)
    else next.delete(attemptId)
    setKeptClosed(next)
  }
  const [fingerprint, setFingerprint] = useState<string>()
  const [begun] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString())
  return (
    <FormDrawer
      open
      title="登记突发事件"
      width={1080}
      endpoint={incident.apply}
      okText="停表并登记"
      successText="已停表并登记，考生已收到通知"
      initialValues={{
        examId,
        scopeKind: incidentScope.everybody,
        fromTime: begun,
        untilTime: null,
        restartMinutes: 0,
        note: '',
      }}
      toInput={(values) => ({ ...values, keptClosedIds: [...keptClosed], ...(fingerprint && { fingerprint }) })}
      onClose={onClose}
    >
      <Fields examId={examId} />
      <Planned examId={examId} keptClosed={keptClosed} onKeep={keep} onPlan={setFingerprint} />
    </FormDrawer>
  )
}

function Fields({ examId }: { readonly examId: string }): ReactNode {
  return (
    <>
      <Space size={16} align="start" wrap style={lines}>
        <Field name="title" label="事件名称">
          <Input maxLength={50} placeholder="例如：机房 3 断电" style={{ width: 300 }} />
        </Field>
        <Field name="reason" label="原因">
          <Select options={hallReasonOptions} placeholder="请选择原因" style={{ width: 200 }} />
        </Field>
        <Field name="note" label="补充说明">
          <Input maxLength={100} placeholder="可不填，考生会看到" style={{ width: 300 }} />
        </Field>
      </Space>
      <Space size={16} align="start" wrap style={lines}>
        <Field name="fromTime" label="开始时间">
          <InstantInput />
        </Field>
        <Field name="untilTime" label="结束时间" extra="留空表示仍在进行，恢复后再结束">
          <InstantInput placeholder="仍在进行" />
        </Field>
        <Field name="restartMinutes" label="恢复时间（分钟）" extra="重启设备等，每人另加一次">
          <InputNumber min={0} max={120} precision={0} style={{ width: 160 }} />
        </Field>
      </Space>
      <ScopeFields examId={examId} />
    </>
  )
}

function ScopeFields({ examId }: { readonly examId: string }): ReactNode {
  const kind = useValue('scopeKind')
  const choices = useCall(incident.choices, { examId })
  const { data } = choices
  const counted = (rows: readonly { id: string; name: string; count: number }[] = []) =>
    rows.map(({ id, name, count }) => ({ value: id, label: `${name}（${count} 人）` }))
  const people = data?.people.map(({ id, name, department }) => ({
    value: id,
    label: department ? `${name}（${department}）` : name,
  }))
  return (
    <Space size={16} align="start" wrap style={lines}>
      <Field name="scopeKind" label="影响范围">
        <Select options={[...incidentScope.options]} style={{ width: 160 }} />
      </Field>
      {kind === incidentScope.rooms && (
        <Field name="roomIds" label="考场">
          <Select
            mode="multiple"
            options={counted(data?.rooms)}
            optionFilterProp="label"
            placeholder="请选择考场"
            {...choiceState(choices, '本场考试没有安排考场')}
            style={{ width: 420 }}
          />
        </Field>
      )}
      {kind === incidentScope.departments && (
        <Field name="departmentIds" label="部门" extra="包含下级部门">
          <Select
            mode="multiple"
            options={counted(data?.departments)}
            optionFilterProp="label"
            placeholder="请选择部门"
            {...choiceState(choices, '没有部门')}
            style={{ width: 420 }}
          />
        </Field>
      )}
      {kind === incidentScope.addresses && (
        <Field name="addresses" label="IP 地址段" extra="例如 10.1.2.0/24，输入后按回车">
          <Select mode="tags" tokenSeparators={[',', '，', ' ']} open={false} placeholder="请输入网段" style={{ width: 420 }} />
        </Field>
      )}
      {kind === incidentScope.people && (
        <Field
          name="staffIds"
          label="考生"
          extra={data?.hasMorePeople && '考生较多，这里只列出按姓名排序的前 5,000 人，其他人请按考场、部门或网段选择'}
        >
          <Select
            mode="multiple"
            options={people ?? []}
            optionFilterProp="label"
            placeholder="请选择考生"
            {...choiceState(choices, '没有考生')}
            style={{ width: 420 }}
            maxTagCount={8}
          />
        </Field>
      )}
    </Space>
  )
}

/** Asked anew once nobody has typed for a moment. */
function Planned({ examId, ...props }: Omit<DryRunProps, 'facts'> & { readonly examId: string }): ReactNode {
  const scopeKind = useValue('scopeKind')
  const fromTime = useValue('fromTime')
  const untilTime = useValue('untilTime')
  const restartMinutes = useValue('restartMinutes')
  const roomIds = useValue('roomIds')
  const departmentIds = useValue('departmentIds')
  const addresses = useValue('addresses')
  const staffIds = useValue('staffIds')
  const values = { roomIds, departmentIds, addresses, staffIds }
  const chosen = JSON.stringify({ scopeKind, fromTime, untilTime, restartMinutes, ...values })
  const settled = useSettled(chosen, 400)
  if (!scopeKind || !fromTime || !isChosen(scopeKind, values))
    return <p className="kp-hint">填写时间和范围后，这里会列出受影响的考生。</p>
  if (untilTime && untilTime <= fromTime) return <p className="kp-hint">{incidentErrors.untilBeforeFrom.text}</p>
  // What was settled before the form had its values is not asked for, or the same would be asked for twice.
  const isOfForm = (JSON.parse(settled) as Partial<Facts>).scopeKind !== undefined
  const asked = JSON.parse(isOfForm ? settled : chosen) as Partial<Facts>
  const facts: Facts = { ...asked, examId, scopeKind, fromTime: asked.fromTime ?? fromTime }
  return <DryRun facts={facts} {...props} />
}

function isChosen(
  kind: number,
  values: Record<'roomIds' | 'departmentIds' | 'addresses' | 'staffIds', readonly unknown[] | null | undefined>,
): boolean {
  if (kind === incidentScope.everybody) return true
  const of: Readonly<Record<number, readonly unknown[] | null | undefined>> = {
    [incidentScope.rooms]: values.roomIds,
    [incidentScope.departments]: values.departmentIds,
    [incidentScope.addresses]: values.addresses,
    [incidentScope.people]: values.staffIds,
  }
  return (of[kind]?.length ?? 0) > 0
}
