import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { formFor } from '@kaopei/web'
import { Button, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { schedule, type WeekHours } from '../../contract/schedule.ts'

const { Field, FormDrawer } = formFor(schedule.saveWeek)

interface Props {
  readonly teacherId: string
  readonly weekHours: readonly WeekHours[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** 每周可授课时间 */
export function WeekDrawer({ teacherId, weekHours, onClose, onSaved }: Props): ReactNode {
  return (
    <FormDrawer
      open
      title="每周可授课时间"
      width={520}
      endpoint={schedule.saveWeek}
      successText="保存成功"
      initialValues={{ teacherId, weekHours: weekHours.map((hours) => ({ ...hours })) }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <Field name="weekHours" label="时段" required={false} extra="查找空闲时以此为准；没有时段的日子不显示空闲">
        <WeekControl />
      </Field>
    </FormDrawer>
  )
}

export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const weekdays = weekdayNames.map((label, index) => ({ value: index + 1, label }))

export const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const quarter = 15
const minutes = Array.from({ length: 1440 / quarter + 1 }, (_, index) => ({
  value: index * quarter,
  label: clockText(index * quarter),
}))

interface WeekControlProps {
  readonly id?: string
  readonly value?: readonly WeekHours[]
  readonly onChange?: (hours: WeekHours[]) => void
}

function WeekControl({ id, value = [], onChange }: WeekControlProps): ReactNode {
  const change = (place: number, part: Partial<WeekHours>) =>
    onChange?.(value.map((hours, index) => (index === place ? { ...hours, ...part } : hours)))
  const workdays = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, fromMinute: 540, toMinute: 720 },
    { weekday, fromMinute: 810, toMinute: 1080 },
  ])
  return (
    <div {...(id !== undefined && { id })}>
      {value.map((hours, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by while it is changed
        <Space key={place} style={{ marginBottom: 8 }}>
          <Select
            aria-label={`第 ${place + 1} 个时段的星期`}
            style={{ width: 90 }}
            options={weekdays}
            value={hours.weekday}
            onChange={(weekday) => change(place, { weekday })}
          />
          <Select
            aria-label={`第 ${place + 1} 个时段的开始`}
            style={{ width: 100 }}
            options={minutes.slice(0, -1)}
            value={hours.fromMinute}
            onChange={(fromMinute) => change(place, { fromMinute })}
          />
          <span>至</span>
          <Select
            aria-label={`第 ${place + 1} 个时段的结束`}
            style={{ width: 100 }}
            options={minutes.slice(1)}
            value={hours.toMinute}
            onChange={(toMinute) => change(place, { toMinute })}
          />
          <Button
            type="text"
            icon={<MinusCircleOutlined />}
            aria-label={`去掉第 ${place + 1} 个时段`}
            onClick={() => onChange?.(value.filter((_, index) => index !== place))}
          />
        </Space>
      ))}
      <Space>
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => onChange?.([...value, { weekday: 1, fromMinute: 540, toMinute: 1080 }])}
        >
          添加时段
        </Button>
        {value.length === 0 && <Button onClick={() => onChange?.(workdays)}>填入工作日 9:00–12:00、13:30–18:00</Button>}
      </Space>
    </div>
  )
}
