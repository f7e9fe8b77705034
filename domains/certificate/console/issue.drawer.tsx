import { DepartmentTab, QuickStaffTab, StaffTab, staffSelectionOf } from '@kaopei/org/parts'
import { choiceState, FilterDrawer, formFor, may, type Picked, type PickTab, pickTabs, toast, useCall } from '@kaopei/web'
import { Alert, Button, Input, Radio, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { certificate, type Photoless } from '../contract/certificate.ts'
import { portrait } from '../contract/portrait.ts'
import { rule } from '../contract/rule.ts'
import { AskForPhotos, PortraitDialog } from './portrait-dialogs.tsx'

export interface IssueDrawerProps {
  readonly onClose: () => void
}

const { Field, FormDrawer, useValue } = formFor(certificate.issue)

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
        <PhotolessPeople people={people} />
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

const fewNamed = 20

/** Named before anything is issued, with the two ways out. */
function PhotolessPeople({ people }: { readonly people: readonly Picked[] }): ReactNode {
  const ruleId = useValue('ruleId')
  const [uploading, setUploading] = useState<Photoless>()
  const asks = typeof ruleId === 'string' && people.length > 0
  const { data } = useCall(certificate.photoless, { ruleId: String(ruleId), ...staffSelectionOf(people) }, { enabled: asks })
  if (!asks || !data || data.count === 0) return null
  return (
    <section className="kp-certificate-photoless" aria-label="没有照片的人员">
      <Alert
        type="warning"
        showIcon
        title={`${data.count} 人没有照片，而模板需要持证人照片`}
        description={
          <>
            <ul className="kp-certificate-names">
              {data.people.slice(0, fewNamed).map((one) => (
                <li key={one.staffId}>
                  {one.name}
                  {one.department !== '' && <span className="kp-hint"> {one.department}</span>}
                  {may(portrait.save) && (
                    <Button type="link" size="small" aria-label={`上传${one.name}的照片`} onClick={() => setUploading(one)}>
                      上传
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {may(portrait.ask) && <AskForPhotos ids={data.people.map(({ staffId }) => staffId)} />}
            {data.count > fewNamed && <p className="kp-hint">另有 {data.count - fewNamed} 人，可在“持证人照片”中批量上传。</p>}
          </>
        }
      />
      <Field name="missingPhoto" label="没有照片的人员" required={false}>
        <Radio.Group
          options={[
            { value: 'wait', label: '暂不签发，列入“无法签发”，上传照片后再签发' },
            { value: 'without', label: '不带照片签发' },
          ]}
        />
      </Field>
      {uploading && <PortraitDialog person={uploading} onClose={() => setUploading(undefined)} />}
    </section>
  )
}

export interface IssuedCounts {
  readonly issuedCount: number
  readonly heldCount: number
  readonly refusedCount: number
  readonly photolessCount: number
}

export function tellIssued({ issuedCount, heldCount, refusedCount, photolessCount }: IssuedCounts): void {
  const more = [
    heldCount > 0 ? `${heldCount} 人已持有有效证书` : '',
    refusedCount > 0 ? `${refusedCount} 人的内容放不下或有字体中没有的字，请在“无法签发”中处理` : '',
    photolessCount > 0 ? `${photolessCount} 人没有照片，已列入“无法签发”` : '',
  ].filter((text) => text !== '')
  const text = [`已签发 ${issuedCount} 张`, ...more].join('，')
  if (more.length === 0) toast.success(text)
  else toast.info(text)
}

export function useHandRules() {
  const asked = useCall(rule.options)
  const options = (asked.data ?? []).flatMap(({ id, name, kind, isEnabled }) =>
    kind === 'hand' && isEnabled ? [{ value: id, label: name }] : [],
  )
  return { options, ...choiceState(asked, '请先在签发规则中新增“手工或名单”类的规则') }
}

function RuleField(): ReactNode {
  const rules = useHandRules()
  return (
    <Field name="ruleId" label="签发规则" extra="只列出“手工或名单”类的规则">
      <Select placeholder="请选择" {...rules} showSearch={{ optionFilterProp: 'label' }} />
    </Field>
  )
}
