import { DepartmentTab, QuickStaffTab, StaffTab, staffSelectionOf } from '@kaopei/org/parts'
import { FilterDrawer, formFor, type Picked, type PickTab, pickTabs, toast, useCall } from '@kaopei/web'
import { Button, Input, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { certificate } from '../contract/certificate.ts'
import { rule } from '../contract/rule.ts'

export interface IssueDrawerProps {
  readonly onClose: () => void
}

const { Field, FormDrawer } = formFor(certificate.issue)

const tabs: readonly PickTab[] = [
  { key: '2', title: pickTabs[2].title, content: (pick) => <StaffTab pick={pick} /> },
  { key: '1', title: pickTabs[1].title, content: (pick) => <DepartmentTab pick={pick} /> },
  { key: 'quick', title: '快速添加', content: (pick) => <QuickStaffTab pick={pick} /> },
]

/** Rules by hand, and whom to issue to. */
export default function IssueDrawer({ onClose }: IssueDrawerProps): ReactNode {
  const [people, setPeople] = useState<readonly Picked[]>([])
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <FormDrawer
        open
        title="签发证书"
        width={560}
        endpoint={certificate.issue}
        successText=""
        initialValues={{}}
        toInput={(values) => ({ ...values, ...staffSelectionOf(people) })}
        onSaved={tellIssued}
        onClose={onClose}
      >
        <RuleField />
        <div className="kp-certificate-people">
          <span id="kp-certificate-people">持证人</span>
          <Button onClick={() => setPicking(true)} aria-describedby="kp-certificate-people">
            选择人员
          </Button>
          <div>
            {people.map((one) => (
              <Tag key={`${one.kind} ${one.id}`} closable onClose={() => setPeople(people.filter((other) => other !== one))}>
                {one.name}
              </Tag>
            ))}
          </div>
        </div>
        <Field name="source" label="依据" required={false} extra="写在证书上，例如：2026 年安全生产现场考核">
          <Input maxLength={100} />
        </Field>
        <Field name="score" label="成绩" required={false}>
          <Input maxLength={20} style={{ width: 160 }} />
        </Field>
        <Field name="level" label="等级" required={false}>
          <Input maxLength={20} style={{ width: 160 }} />
        </Field>
        <Field name="remark" label="备注" required={false}>
          <Input.TextArea rows={2} maxLength={200} showCount />
        </Field>
      </FormDrawer>
      <FilterDrawer
        open={isPicking}
        title="选择持证人"
        tabs={tabs}
        selected={people}
        onClose={() => setPicking(false)}
        onConfirm={(items) => setPeople(items)}
      />
    </>
  )
}

export interface IssuedCounts {
  readonly issuedCount: number
  readonly heldCount: number
  readonly refusedCount: number
}

export function tellIssued({ issuedCount, heldCount, refusedCount }: IssuedCounts): void {
  const more = [
    heldCount > 0 ? `${heldCount} 人已持有有效证书` : '',
    refusedCount > 0 ? `${refusedCount} 人有字体中没有的字，请在“无法签发”中处理` : '',
  ].filter((text) => text !== '')
  const text = [`已签发 ${issuedCount} 张`, ...more].join('，')
  if (more.length === 0) toast.success(text)
  else toast.info(text)
}

export function useHandRules() {
  const { data = [] } = useCall(rule.options)
  return data.flatMap(({ id, name, kind, isEnabled }) => (kind === 'hand' && isEnabled ? [{ value: id, label: name }] : []))
}

function RuleField(): ReactNode {
  const options = useHandRules()
  return (
    <Field name="ruleId" label="签发规则" extra="只列出“手工或名单”类的规则">
      <Select
        placeholder="请选择"
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent="请先在签发规则中新增“手工或名单”类的规则"
      />
    </Field>
  )
}
