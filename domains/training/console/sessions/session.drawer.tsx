import { formFor, InstantInput } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { type OrganisedSession, projectSession } from '../../contract/session.ts'

const { Field, FormDrawer } = formFor(projectSession.save)

interface Props {
  readonly session: OrganisedSession
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** When and where, how many, from when somebody is late. */
export function SessionDrawer({ session, onClose, onSaved }: Props): ReactNode {
  const { taskId: task, version, place, beginTime, endTime, places, lecturer, opensBeforeMinutes, lateAfterMinutes } = session
  return (
    <FormDrawer
      open
      title="修改线下课"
      width={560}
      endpoint={projectSession.save}
      successText="保存成功"
      onClose={onClose}
      onSaved={onSaved}
      initialValues={{ task, version, place, beginTime, endTime, places, lecturer, opensBeforeMinutes, lateAfterMinutes }}
      toInput={({ places: limit, ...values }) => ({ ...values, places: limit ?? null })}
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
      <Field name="lecturer" label="讲师" required={false}>
        <Input maxLength={100} />
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
