import { formFor, InstantInput } from '@kaopei/web'
import { Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type AppointmentDetail, appointment } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus } from '../../contract/codes.ts'
import { assessmentDetailPath } from '../paths.ts'
import { ScaleSelect, useChosenScale } from '../scale-select.tsx'

const { Field, FormDrawer, useValue } = formFor(appointment.save)

interface FormProps {
  /** Without it a new one. */
  readonly detail?: AppointmentDetail
  readonly onClose: () => void
}

export function AssessmentForm({ detail, onClose }: FormProps): ReactNode {
  const navigate = useNavigate()
  const isOpened = detail !== undefined && detail.status !== appointmentStatus.draft
  return (
    <FormDrawer
      open
      title={detail ? '编辑测评' : '新建测评'}
      width={560}
      endpoint={appointment.save}
      successText={detail ? '修改成功' : ''}
      initialValues={detail ? { ...detail } : { name: '', mode: appointmentMode.own, itemsAPage: 1 }}
      onClose={onClose}
      onSaved={({ id }) => {
        if (!detail) void navigate(assessmentDetailPath(id))
      }}
    >
      <Field name="name" label="测评名称">
        <Input maxLength={100} showCount placeholder="例如：2026 年管理者 360° 评价" />
      </Field>
      <ScaleField isLocked={isOpened} />
      <Field name="mode" label="方式" extra="360° 由本人、上级、同级、下级评价；不足三人的一组不出现在任何数字里。">
        <Radio.Group disabled={isOpened} options={appointmentMode.options} />
      </Field>
      <Field name="purpose" label="测评目的" extra="作答的人会看到。">
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Field>
      <Field name="startTime" label="开始时间">
        <InstantInput />
      </Field>
      <Field name="endTime" label="截止时间" extra="不填写则由您结束。">
        <InstantInput />
      </Field>
      <Field name="limitMinutes" label="限时">
        <InputNumber disabled={isOpened} min={1} max={600} precision={0} placeholder="不限" suffix="分钟" />
      </Field>
      <Field name="itemsAPage" label="每页题数">
        <InputNumber min={1} max={20} precision={0} />
      </Field>
      <NormField isLocked={isOpened} />
    </FormDrawer>
  )
}

function ScaleField({ isLocked }: { readonly isLocked: boolean }): ReactNode {
  return (
    <Field name="scaleId" label="量表">
      <ScaleSelect isDisabled={isLocked} placeholder="已发布的量表" />
    </Field>
  )
}

function NormField({ isLocked }: { readonly isLocked: boolean }): ReactNode {
  const norms = useChosenScale(useValue('scaleId'))?.norms ?? []
  if (norms.length === 0) return null
  return (
    <Field name="normKey" label="常模" extra="不选时与企业常模比较（满 100 人后才有）。">
      <Select
        allowClear
        disabled={isLocked}
        placeholder="企业常模"
        options={norms.map(({ id, name, n, date }) => ({ value: id, label: `${name}（n=${n}，${date}）` }))}
      />
    </Field>
  )
}
