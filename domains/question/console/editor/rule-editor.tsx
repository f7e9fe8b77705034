import { Checkbox, InputNumber, Radio, Select, Space, Table } from 'antd'
import type { ReactNode } from 'react'
import {
  balancedFractions,
  type MultipleRule,
  multipleModes,
  type NormaliseSwitches,
  normaliseSwitchLabels,
  type QuestionContent,
  type ScoringRule,
  scoringModeHints,
  scoringModeLabels,
  showScore,
  spacesLabels,
  workedExample,
} from '../../contract/content.ts'

interface RuleEditorProps {
  readonly rule: ScoringRule
  readonly content: QuestionContent
  readonly fullHundredths: number
  readonly onChange: (rule: ScoringRule) => void
}

/** How the question scores, with an example that follows every change. */
export function RuleEditor({ rule, content, fullHundredths, onChange }: RuleEditorProps): ReactNode {
  const example = workedExample(rule, fullHundredths)
  return (
    <div>
      <Modes rule={rule} content={content} onChange={onChange} />
      <p className="kp-hint">{scoringModeHints[rule.mode]}</p>
      {rule.type === 4 && <Switches switches={rule.normalise} onChange={(normalise) => onChange({ ...rule, normalise })} />}
      {example && (
        <details>
          <summary>评分示例：{example.setting}</summary>
          <Table
            size="small"
            pagination={false}
            rowKey="given"
            dataSource={example.rows}
            columns={[
              { title: '作答', dataIndex: 'given' },
              { title: '得分', dataIndex: 'scoreHundredths', width: 100, align: 'right', render: showScore },
            ]}
          />
        </details>
      )}
    </div>
  )
}

function Modes({ rule, content, onChange }: Omit<RuleEditorProps, 'fullHundredths'>): ReactNode {
  switch (rule.type) {
    case 2:
      return <MultipleModes rule={rule} content={content} onChange={onChange} />
    case 4:
      return (
        <Radio.Group
          value={rule.mode}
          onChange={(event) => onChange({ ...rule, mode: event.target.value === 'allOrNothing' ? 'allOrNothing' : 'perBlank' })}
          options={(['perBlank', 'allOrNothing'] as const).map((value) => ({ value, label: scoringModeLabels[value] }))}
        />
      )
    case 7:
      return (
        <Radio.Group
          value={rule.mode}
          onChange={(event) => onChange({ ...rule, mode: event.target.value === 'allOrNothing' ? 'allOrNothing' : 'perGap' })}
          options={(['perGap', 'allOrNothing'] as const).map((value) => ({ value, label: scoringModeLabels[value] }))}
        />
      )
    default:
      return <span>{scoringModeLabels[rule.mode]}</span>
  }
}

function MultipleModes(props: {
  readonly rule: MultipleRule
  readonly content: QuestionContent
  readonly onChange: (rule: ScoringRule) => void
}): ReactNode {
  const { rule, content, onChange } = props
  return (
    <Space wrap>
      <Select
        aria-label="评分方式"
        style={{ width: 200 }}
        value={rule.mode}
        options={multipleModes.map((value) => ({ value, label: scoringModeLabels[value] }))}
        onChange={(mode) => onChange(ruleOf(mode, rule.negative, content))}
      />
      {rule.mode === 'perOption' && (
        <Points
          label="每选对一项得"
          value={rule.eachHundredths}
          onChange={(eachHundredths) => onChange({ ...rule, eachHundredths })}
        />
      )}
      {rule.mode === 'fixedPartial' && (
        <Points
          label="少选得"
          value={rule.partialHundredths}
          onChange={(partialHundredths) => onChange({ ...rule, partialHundredths })}
        />
      )}
    </Space>
  )
}

function Points(props: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}): ReactNode {
  const { label, value, onChange } = props
  return (
    <InputNumber
      min={0}
      max={1000}
      precision={2}
      prefix={label}
      suffix="分"
      placeholder="平均分配"
      aria-label={label}
      value={value === null ? null : value / 100}
      onChange={(points) => onChange(points === null ? null : Math.round(points * 100))}
    />
  )
}

function ruleOf(mode: MultipleRule['mode'], negative: MultipleRule['negative'], content: QuestionContent): MultipleRule {
  const base = { type: 2, negative } as const
  switch (mode) {
    case 'perOption':
      return { ...base, mode, eachHundredths: null, byOption: {} }
    case 'fixedPartial':
      return { ...base, mode, partialHundredths: null }
    case 'weighted':
      return {
        ...base,
        mode,
        fractions: content.type === 2 ? balancedFractions(content) : {},
      }
    default:
      return { ...base, mode }
  }
}

const ticks = [
  'trim',
  'foldWidth',
  'foldCase',
  'foldPunctuation',
  'traditionalToSimplified',
  'dropThousands',
  'chineseNumerals',
] as const

function Switches(props: {
  readonly switches: NormaliseSwitches
  readonly onChange: (next: NormaliseSwitches) => void
}): ReactNode {
  const { switches, onChange } = props
  return (
    <Space wrap>
      {ticks.map((key) => (
        <Checkbox key={key} checked={switches[key]} onChange={(event) => onChange({ ...switches, [key]: event.target.checked })}>
          {normaliseSwitchLabels[key]}
        </Checkbox>
      ))}
      <Select
        aria-label={normaliseSwitchLabels.spaces}
        prefix={normaliseSwitchLabels.spaces}
        style={{ width: 190 }}
        value={switches.spaces}
        options={(['keep', 'collapse', 'removeAll'] as const).map((value) => ({ value, label: spacesLabels[value] }))}
        onChange={(spaces) => onChange({ ...switches, spaces })}
      />
    </Space>
  )
}
