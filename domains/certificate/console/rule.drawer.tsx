import { CoursePicker } from '@kaopei/course/parts'
import { ExamPicker } from '@kaopei/exam/parts'
import { ProjectTab } from '@kaopei/training/parts'
import { choiceState, FilterDrawer, formFor, type Picked, type PickTab, useCall } from '@kaopei/web'
import { Button, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { type RuleKind, ruleKinds, ruleKindWords } from '../contract/codes.ts'
import { numberIn, patternProblem, seriesOf } from '../contract/number-pattern.ts'
import { type RuleRow, rule } from '../contract/rule.ts'
import { template } from '../contract/template.ts'
import { ConditionsField, ScaleField } from './rule-conditions.tsx'

export interface RuleDrawerProps {
  /** Undefined: a new one. */
  readonly row: RuleRow | undefined
  readonly onClose: () => void
}

const { Field, FormDrawer, useValue } = formFor([rule.create, rule.modify])

const fresh = {
  kind: 'exam' as const,
  conditions: [],
  numberPattern: 'ZS-{year}-{seq:4}',
  validityMonths: 24,
  renewBeforeDays: 60,
  remindDays: [60, 30, 7],
  isEnabled: true,
}

export default function RuleDrawer({ row, onClose }: RuleDrawerProps): ReactNode {
  const shared = { open: true, width: 640, onClose }
  return row ? (
    <FormDrawer {...shared} title="编辑签发规则" endpoint={rule.modify} successText="修改成功" initialValues={{ ...row }}>
      <Fields row={row} />
    </FormDrawer>
  ) : (
    <FormDrawer {...shared} title="新增签发规则" endpoint={rule.create} successText="添加成功" initialValues={fresh}>
      <Fields row={undefined} />
    </FormDrawer>
  )
}

function Fields({ row }: { readonly row: RuleRow | undefined }): ReactNode {
  const targetName = row?.targetName ?? ''
  const former = row?.kind === 'evaluation' && row.targetId !== null ? { id: row.targetId, name: targetName } : undefined
  const kind = useValue('kind') ?? 'hand'
  const targetId = useValue('targetId') ?? null
  const templates = useCall(template.options, {})
  return (
    <>
      <Field name="name" label="规则名称">
        <Input maxLength={50} placeholder="例如：安全生产合格证（年度）" />
      </Field>
      <Field name="templateId" label="证书模板">
        <Select
          placeholder="请选择已启用的模板"
          {...choiceState(templates)}
          options={(templates.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Field>
      <Field name="kind" label="签发方式">
        <Radio.Group options={ruleKinds.map((value) => ({ value, label: ruleKindWords[value] }))} />
      </Field>
      {kind !== 'hand' && (
        <Field name="targetId" label={targetWords[kind]} required>
          {kind === 'evaluation' ? <ScaleField former={former} /> : <TargetField kind={kind} name={targetName} />}
        </Field>
      )}
      {kind === 'evaluation' && (
        <Field
          name="conditions"
          label="结果要求"
          required={false}
          extra="需全部满足；不填则出具结果即签发。T 分和百分位要有常模才能满足；需复核的结果在复核有效后才签发。"
        >
          <ConditionsField scaleId={targetId} />
        </Field>
      )}
      {kind === 'exam' && (
        <Field name="minScore" label="成绩不低于" required={false} extra="留空则考试合格即可；没有合格线的考试，公布成绩即可">
          <InputNumber min={0} max={100000} precision={2} style={{ width: 160 }} />
        </Field>
      )}
      <NumberField />
      <Field name="validityMonths" label="有效期（月）" required={false} extra="留空则长期有效">
        <InputNumber min={1} max={1200} precision={0} style={{ width: 160 }} />
      </Field>
      {kind !== 'hand' && (
        <Field
          name="renewBeforeDays"
          label="到期前可换新（天）"
          required={false}
          extra={`在到期前这些天内${again[kind]}，会签发新证书并更换原证书；留空则到期后${again[kind]}才签发`}
        >
          <InputNumber min={0} max={3650} precision={0} style={{ width: 160 }} />
        </Field>
      )}
      <Field name="remindDays" label="到期前提醒（天）" required={false} extra="每个天数提醒一次，最多 5 个">
        <Select mode="multiple" maxCount={5} placeholder="不提醒" options={rungs} />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </>
  )
}

const targetWords: Readonly<Record<RuleKind, string>> = {
  hand: '',
  exam: '考试',
  course: '课程',
  project: '培训项目',
  evaluation: '测评',
}
const again: Readonly<Record<RuleKind, string>> = {
  hand: '',
  exam: '再次合格',
  course: '再次完成课程',
  project: '再次完成项目',
  evaluation: '再次达到要求',
}
const rungs = [90, 60, 30, 15, 7, 3, 1].map((days) => ({ value: days, label: `${days} 天` }))

function NumberField(): ReactNode {
  const pattern = useValue('numberPattern') ?? ''
  const sample =
    patternProblem(pattern) === undefined ? numberIn(seriesOf(pattern, new Date().toISOString().slice(0, 10)), 1) : ''
  return (
    <Field
      name="numberPattern"
      label="编号规则"
      extra={`可以用 {year}、{yy}、{month}、{day} 和一个流水号 {seq:4}，数字是位数${sample === '' ? '' : `；例如 ${sample}`}`}
    >
      <Input maxLength={60} />
    </Field>
  )
}

interface TargetProps {
  readonly kind: RuleKind
  readonly name: string
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string) => void
}

const projectTabs: readonly PickTab[] = [{ key: '4', title: '培训项目', content: (pick) => <ProjectTab pick={pick} /> }]

/** The exam, course or project that is followed: picked from its room's list. */
function TargetField({ kind, name, id, value, onChange }: TargetProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ readonly kind: RuleKind; readonly name: string }>({ kind, name })
  const close = () => setOpen(false)
  const take = (items: readonly Pick<Picked, 'id' | 'name'>[]) => {
    const [item] = items
    if (!item) return
    setChosen({ kind, name: item.name })
    onChange?.(item.id)
  }
  const props = { open: true, single: true, onClose: close, onConfirm: take }
  const words = value && chosen.kind === kind ? chosen.name : ''
  return (
    <>
      <Button id={id} onClick={() => setOpen(true)} aria-label={`选择${targetWords[kind]}`}>
        {words === '' ? `选择${targetWords[kind]}` : words}
      </Button>
      {isOpen && kind === 'exam' && <ExamPicker {...props} />}
      {isOpen && kind === 'course' && <CoursePicker hasType {...props} />}
      {isOpen && kind === 'project' && <FilterDrawer title="选择培训项目" width={820} {...props} tabs={projectTabs} />}
    </>
  )
}
