import { CheckCircleOutlined, CloseCircleOutlined, EyeOutlined } from '@ant-design/icons'
import { type PickedStaff, StaffPicker } from '@kaopei/org/parts'
import { ErrorState, Loaded, PageHeader, RightButton, useAddress, useCall } from '@kaopei/web'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ExplainReason, explainCalls, explainStep } from '../contract/explain.ts'
import { viewAs } from '../contract/view-as.ts'
import { RecordField } from './explain-record.tsx'
import { ViewAsDialog } from './view-as.dialog.tsx'
import './access.css'

/** What is asked, as the address holds it. */
export interface Asked {
  readonly staffId?: string
  readonly staffName?: string
  readonly menu?: string
  readonly right?: string
  readonly recordKind?: string
  readonly recordId?: string
  readonly recordName?: string
}

const names = ['staffId', 'staffName', 'menu', 'right', 'recordKind', 'recordId', 'recordName'] as const

function useAsked(): readonly [Asked, (change: { readonly [Key in keyof Asked]: string | undefined }) => void] {
  const [params, setParams] = useAddress()
  const asked: Asked = Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])))
  const change = (changes: object) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) {
        if (typeof value === 'string' && value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  return [asked, change]
}

/** 权限诊断: why somebody sees a menu, a button or a row, or not. */
export default function ExplainPage(): ReactNode {
  const [asked, change] = useAsked()
  const [isLooking, setLooking] = useState(false)
  const { staffId, staffName = '' } = asked
  const extra = staffId && (
    <RightButton right={viewAs.start} icon={<EyeOutlined />} onClick={() => setLooking(true)}>
      以其视角查看
    </RightButton>
  )
  return (
    <>
      <PageHeader
        title="权限诊断"
        description="为什么能/不能看到：按 角色 → 菜单 → 按钮 → 数据范围 → 数据 逐步说明。"
        extra={extra}
      />
      <section className="kp-card">
        <Question asked={asked} change={change} />
      </section>
      <section className="kp-card" aria-live="polite">
        {staffId && asked.menu ? (
          <Answer asked={asked} staffId={staffId} menu={asked.menu} />
        ) : (
          <p className="kp-hint">{staffId ? '请选择要诊断的菜单。' : '请选择人员和菜单。'}</p>
        )}
      </section>
      {isLooking && staffId && <ViewAsDialog staffId={staffId} name={staffName} onClose={() => setLooking(false)} />}
    </>
  )
}

export interface QuestionProps {
  readonly asked: Asked
  readonly change: (change: { readonly [Key in keyof Asked]: string | undefined }) => void
}

function Question({ asked, change }: QuestionProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const menus = useCall(explainCalls.listExplainMenu)
  const menu = menus.data?.find(({ id }) => id === asked.menu)
  const pick = ([person]: readonly PickedStaff[]) =>
    change({ staffId: person?.id, staffName: person && `${person.name}(${person.loginAccount})` })
  if (menus.error) return <ErrorState error={menus.error} onRetry={menus.refetch} />
  return (
    <div className="kp-explain-ask">
      <div className="kp-explain-field">
        <span id="explain-person">人员</span>
        <Button aria-describedby="explain-person" onClick={() => setPicking(true)}>
          {asked.staffName ?? '选择人员'}
        </Button>
      </div>
      <div className="kp-explain-field">
        <label htmlFor="explain-menu">菜单</label>
        <Select
          id="explain-menu"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择菜单"
          loading={menus.isPending}
          value={asked.menu}
          options={(menus.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(next) => change({ menu: next, right: undefined })}
        />
      </div>
      <div className="kp-explain-field">
        <label htmlFor="explain-right">按钮</label>
        <Select
          id="explain-right"
          allowClear
          placeholder="打开菜单"
          disabled={!menu}
          value={asked.right}
          options={(menu?.rights ?? []).map(({ code, label }) => ({ value: code, label }))}
          onChange={(next) => change({ right: next })}
        />
      </div>
      <RecordField asked={asked} change={change} isDisabled={menu !== undefined && !menu.hasScope} />
      <StaffPicker open={isPicking} single title="选择人员" onClose={() => setPicking(false)} onConfirm={pick} />
    </div>
  )
}

function Answer({ asked, staffId, menu }: { readonly asked: Asked; readonly staffId: string; readonly menu: string }): ReactNode {
  const kind = Number(asked.recordKind)
  const record = asked.recordId && (kind === 1 || kind === 2) ? ({ kind, id: asked.recordId } as const) : null
  const explained = useCall(explainCalls.explainAccess, { staffId, menu, right: asked.right ?? null, record })
  return (
    <Loaded of={explained}>
      {({ allowed, person, because }) => (
        <>
          <h2 className="kp-verdict">
            <Mark isMet={allowed} />
            {allowed ? `${person.name}可以${thing(asked)}` : `${person.name}不能${thing(asked)}`}
          </h2>
          <ol className="kp-way">
            {because.map((reason) => (
              <Step key={reason.step} reason={reason} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  )
}

function thing({ recordId, recordName, right }: Asked): string {
  if (recordId) return `${right ? '操作' : '看到'}“${recordName ?? '所选数据'}”`
  return right ? '使用该按钮' : '看到该菜单'
}

function Mark({ isMet }: { readonly isMet: boolean }): ReactNode {
  return (
    <span className="kp-way-mark" data-met={isMet}>
      {isMet ? <CheckCircleOutlined aria-label="是" /> : <CloseCircleOutlined aria-label="否" />}
    </span>
  )
}

function Step({ reason: { step, isMet, text, roles } }: { readonly reason: ExplainReason }): ReactNode {
  return (
    <li>
      <Mark isMet={isMet} />
      <strong>{explainStep.label(step)}</strong>
      <div>
        {text}
        {roles.length > 0 && (
          <dl>
            {roles.map((role) => (
              <RoleLine key={role.id} {...role} />
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

function RoleLine({ name, isMet, text }: ExplainReason['roles'][number]): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd data-met={isMet}>{text}</dd>
    </>
  )
}
