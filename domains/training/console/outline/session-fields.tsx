import { InstantInput } from '@kaopei/web'
import { Form, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { LecturerField, lecturerOf } from '../sessions/lecturer-field.tsx'
import type { TaskDraft } from './use-outline.ts'

type Session = NonNullable<TaskDraft['session']>

interface Props {
  readonly value: TaskDraft['session']
  readonly onChange: (session: Session) => void
}

const blank: Session = { place: '', beginTime: '', endTime: '' }

/** Where and when an offline session is, how many have a place, how one signs in. */
export function SessionFields({ value = blank, onChange }: Props): ReactNode {
  const change = (part: Partial<Session>) => onChange({ ...value, ...part })
  return (
    <>
      <Form.Item label="地点" required htmlFor="kp-session-place">
        <Input
          id="kp-session-place"
          maxLength={200}
          placeholder="例如：总部 3 楼培训室"
          value={value.place}
          onChange={(event) => change({ place: event.target.value })}
        />
      </Form.Item>
      <div className="kp-training-columns">
        <Form.Item label="开始时间" required htmlFor="kp-session-begin">
          <InstantInput
            id="kp-session-begin"
            {...(value.beginTime && { value: value.beginTime })}
            onChange={(time) => change({ beginTime: time ?? '' })}
          />
        </Form.Item>
        <Form.Item label="结束时间" required htmlFor="kp-session-end">
          <InstantInput
            id="kp-session-end"
            {...(value.endTime && { value: value.endTime })}
            onChange={(time) => change({ endTime: time ?? '' })}
          />
        </Form.Item>
        <Form.Item label="名额" htmlFor="kp-session-places" extra="留空为不限；填写后学员需先预约">
          <NumberInput
            id="kp-session-places"
            suffix="人"
            min={1}
            max={100_000}
            value={value.places}
            onChange={(places) => change({ places })}
          />
        </Form.Item>
        <Form.Item label="讲师" htmlFor="kp-session-lecturer" extra="从讲师库选择会占用其时间；未入库的可直接填写">
          <LecturerField id="kp-session-lecturer" value={lecturerOf(value)} onChange={change} />
        </Form.Item>
        <Form.Item label="提前签到" htmlFor="kp-session-early" extra="开始前多久可以签到">
          <NumberInput
            id="kp-session-early"
            suffix="分钟"
            min={0}
            max={1440}
            value={value.opensBeforeMinutes ?? 30}
            onChange={(minutes) => change({ opensBeforeMinutes: minutes ?? 30 })}
          />
        </Form.Item>
        <Form.Item label="迟到" htmlFor="kp-session-late" extra="开始后多久签到算迟到">
          <NumberInput
            id="kp-session-late"
            suffix="分钟"
            min={0}
            max={1440}
            value={value.lateAfterMinutes ?? 0}
            onChange={(minutes) => change({ lateAfterMinutes: minutes ?? 0 })}
          />
        </Form.Item>
      </div>
    </>
  )
}

interface NumberInputProps {
  readonly id: string
  readonly suffix: string
  readonly min: number
  readonly max: number
  readonly value: number | null | undefined
  readonly onChange: (value: number | null) => void
}

function NumberInput({ value, onChange, ...control }: NumberInputProps): ReactNode {
  return (
    <InputNumber precision={0} style={{ width: '100%' }} value={value ?? null} onChange={(next) => onChange(next)} {...control} />
  )
}
