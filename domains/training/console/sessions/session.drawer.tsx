import { formFor, InstantInput } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { type OrganisedSession, projectSession } from '../../contract/session.ts'
import { LecturerField, lecturerOf } from './lecturer-field.tsx'

const own = z.object({ teacher: z.object({ instructorId: z.string().nullable(), lecturer: z.string() }) })
const { Field, FormDrawer } = formFor(projectSession.save, own)

interface Props {
  readonly session: OrganisedSession
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** When and where, how many, from when somebody is late. */
export function SessionDrawer({ session, onClose, onSaved }: Props): ReactNode {
  const { taskId: task, version, place, beginTime, endTime, places, opensBeforeMinutes, lateAfterMinutes } = session
  return (
    <FormDrawer
      open
      title="修改线下课"
      width={560}
      endpoint={projectSession.save}
      successText="保存成功"
      onClose={onClose}
      onSaved={onSaved}
      initialValues={{
        ...{ task, version, place, beginTime, endTime, places, opensBeforeMinutes, lateAfterMinutes },
        teacher: lecturerOf(session),
      }}
      toInput={({ places: limit, teacher, ...values }) => ({ ...values, ...teacher, places: limit ?? null })}
    >
      <Field name="place" label="地点">
        <Input maxLength={200} />
      </Field>
      <Field name="beginTime" label="开始时间">
        <InstantInput />
      </Field>
      <Field name="endTime" label="结束时间">
        <InstantInput />
      </Field>
      <Field name="places" label="名额" required={false} extra="留空为不限；有名额时学员需先预约">
        <InputNumber min={1} max={100_000} precision={0} suffix="个" style={{ width: 160 }} />
      </Field>
      <Field name="teacher" label="讲师" required={false} extra="从讲师库选择会占用其时间；未入库的可直接填写">
        <LecturerField />
      </Field>
      <Field name="opensBeforeMinutes" label="提前开放签到">
        <InputNumber min={0} max={1440} precision={0} suffix="分钟" style={{ width: 160 }} />
      </Field>
      <Field name="lateAfterMinutes" label="开始多久后为迟到">
        <InputNumber min={0} max={1440} precision={0} suffix="分钟" style={{ width: 160 }} />
      </Field>
    </FormDrawer>
  )
}
