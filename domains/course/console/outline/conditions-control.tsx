import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { InstantInput } from '@kaopei/web'
import { Button, InputNumber, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import type { StoredCondition } from '../../contract/outline.ts'
import '../course.css'
import { hundredthsOf } from './rule-fields.tsx'

interface ConditionTask {
  readonly id: string
  readonly title: string
  readonly kind: string
}

interface Props {
  /** Which may be waited for. */
  readonly tasks: readonly ConditionTask[]
  readonly value?: readonly StoredCondition[]
  readonly onChange?: (conditions: readonly StoredCondition[]) => void
}

const kinds = [
  { value: 'from', label: '开放时间' },
  { value: 'until', label: '截止时间' },
  { value: 'fromDay', label: '加入几天后开放' },
  { value: 'untilDay', label: '加入几天后截止' },
  { value: 'passed', label: '完成或通过任务' },
  { value: 'byHand', label: '由管理员开放' },
] as const
type Kind = (typeof kinds)[number]['value']

/** What a chapter or task waits for beside the order. */
export function ConditionsControl({ tasks, value = [], onChange }: Props): ReactNode {
  const set = (place: number, next: StoredCondition) => onChange?.(value.map((one, at) => (at === place ? next : one)))
  return (
    <div className="kp-course-stacked">
      {value.map((condition, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own, and stay where they are
        <Space key={place} wrap>
          <Select<Kind>
            aria-label={`条件 ${place + 1}`}
            value={condition.kind}
            style={{ width: 150 }}
            options={kinds.map((one) => ({ ...one, disabled: one.value === 'passed' && tasks.length === 0 }))}
            onChange={(kind) => set(place, newCondition(kind, tasks))}
          />
          <ConditionValue condition={condition} tasks={tasks} onChange={(next) => set(place, next)} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除条件 ${place + 1}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== place))}
          />
        </Space>
      ))}
      <div>
        <Button
          icon={<PlusOutlined />}
          disabled={value.length >= 10}
          onClick={() => onChange?.([...value, newCondition('from', tasks)])}
        >
          添加条件
        </Button>
      </div>
    </div>
  )
}

interface ValueProps {
  readonly condition: StoredCondition
  readonly tasks: readonly ConditionTask[]
  readonly onChange: (condition: StoredCondition) => void
}

function ConditionValue({ condition, tasks, onChange }: ValueProps): ReactNode {
  switch (condition.kind) {
    case 'from':
    case 'until':
      return <InstantInput value={condition.at} onChange={(at) => at && onChange({ ...condition, at })} />
    case 'fromDay':
    case 'untilDay':
      return (
        <InputNumber
          aria-label="天数"
          min={condition.kind === 'fromDay' ? 0 : 1}
          max={3650}
          {...(!Number.isInteger(condition.days) && { status: 'error', title: '天数应为整数' })}
          suffix="天"
          value={condition.days}
          onChange={(days) => onChange({ ...condition, days: days ?? 1 })}
        />
      )
    case 'passed':
      return <PassedValue condition={condition} tasks={tasks} onChange={onChange} />
    case 'byHand':
      return <span className="kp-hint">在学员的学习进度中开放</span>
  }
}

interface PassedProps extends Omit<ValueProps, 'condition'> {
  readonly condition: Extract<StoredCondition, { kind: 'passed' }>
}

function PassedValue({ condition, tasks, onChange }: PassedProps): ReactNode {
  const isExam = tasks.find(({ id }) => id === condition.taskId)?.kind === 'exam'
  return (
    <>
      <Select
        aria-label="任务"
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: 220 }}
        value={condition.taskId}
        options={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(taskId: string) => onChange({ kind: 'passed', taskId })}
      />
      {isExam && (
        <InputNumber
          aria-label="至少分数"
          min={0}
          max={100_000}
          placeholder="按考试合格线"
          suffix="分"
          value={condition.scoreHundredths === undefined ? null : condition.scoreHundredths / 100}
          {...(!Number.isInteger(condition.scoreHundredths ?? 0) && { status: 'error', title: '分数最多两位小数' })}
          onChange={(score) =>
            onChange({
              kind: 'passed',
              taskId: condition.taskId,
              ...(score !== null && { scoreHundredths: hundredthsOf(score) }),
            })
          }
        />
      )}
    </>
  )
}

function newCondition(kind: Kind, tasks: readonly ConditionTask[]): StoredCondition {
  switch (kind) {
    case 'from':
    case 'until':
      return { kind, at: new Date().toISOString() }
    case 'fromDay':
    case 'untilDay':
      return { kind, days: 7 }
    case 'passed':
      return { kind, taskId: tasks[0]?.id ?? '' }
    case 'byHand':
      return { kind }
  }
}
