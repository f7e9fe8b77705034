import { formFor, InstantInput } from '@kaopei/web'
import { Alert, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { rangeKind } from '../../contract/codes.ts'
import { type BookingRow, schedule, teacherBooking } from '../../contract/schedule.ts'
import { LecturerControl } from '../pick/lecturer-control.tsx'

const own = z.object({ teacher: z.object({ id: z.string(), name: z.string() }).nullable() })
const { Field, FormDrawer } = formFor([teacherBooking.create, teacherBooking.modify], own)
const { Field: NewField } = formFor(teacherBooking.create, own)

interface BookingDrawerProps {
  /** Moved; without one a new one is made. */
  readonly booking?: BookingRow | undefined
  /** Of a new one: whose, if that is known, and when. */
  readonly teacherId?: string | undefined
  readonly time?: { readonly beginTime: string; readonly endTime: string } | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

export function BookingDrawer({ booking, teacherId, time, onClose, onSaved }: BookingDrawerProps): ReactNode {
  if (booking) {
    const { id, version, title, place, beginTime, endTime } = booking
    return (
      <FormDrawer
        open
        title="修改预约"
        width={520}
        endpoint={teacherBooking.modify}
        successText="修改成功"
        initialValues={{ id, version, title, place, beginTime, endTime }}
        toInput={({ teacher: _, ...values }) => values}
        onClose={onClose}
        onSaved={onSaved}
      >
        <Fields />
      </FormDrawer>
    )
  }
  return (
    <FormDrawer
      open
      title="预约讲师"
      width={520}
      endpoint={teacherBooking.create}
      successText="预约成功"
      initialValues={{ ...(teacherId && { teacherId }), ...time, place: '', teacher: null }}
      toInput={({ teacher, ...values }) => ({ ...values, teacherId: teacherId ?? teacher?.id ?? '' })}
      onClose={onClose}
      onSaved={onSaved}
    >
      {teacherId === undefined && (
        <NewField name="teacher" label="讲师" required>
          <LecturerControl />
        </NewField>
      )}
      <Fields />
    </FormDrawer>
  )
}

function Fields(): ReactNode {
  return (
    <>
      <Field name="title" label="授课主题">
        <Input maxLength={100} placeholder="例如：用电安全" />
      </Field>
      <Field name="beginTime" label="开始时间">
        <InstantInput />
      </Field>
      <Field name="endTime" label="结束时间">
        <InstantInput />
      </Field>
      <Field name="place" label="地点" required={false}>
        <Input maxLength={200} />
      </Field>
    </>
  )
}

const { Field: RangeField, FormDrawer: RangeForm } = formFor(schedule.addRange)

interface RangeDrawerProps {
  readonly teacherId: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** 可授课 beside the week, or 不可授课. */
export function RangeDrawer({ teacherId, onClose, onSaved }: RangeDrawerProps): ReactNode {
  return (
    <RangeForm
      open
      title="登记时间"
      width={480}
      endpoint={schedule.addRange}
      successText="登记成功"
      initialValues={{ teacherId, kind: rangeKind.not, reason: '' }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 16 }}
        title="不可授课的时间内不能预约；可授课是在每周时间之外另加的时间"
      />
      <RangeField name="kind" label="类型">
        <Radio.Group options={[...rangeKind.options]} />
      </RangeField>
      <RangeField name="beginTime" label="开始时间">
        <InstantInput />
      </RangeField>
      <RangeField name="endTime" label="结束时间">
        <InstantInput />
      </RangeField>
      <RangeField name="reason" label="原因" required={false}>
        <Input maxLength={200} placeholder="例如：出差" />
      </RangeField>
    </RangeForm>
  )
}
