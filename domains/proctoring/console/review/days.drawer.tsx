import { recordingDaysLimits } from '@kaopei/exam/contract/recording-days'
import { formFor, useCall } from '@kaopei/web'
import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { retention } from '../../contract/retention.ts'

const { Field, FormDrawer } = formFor(retention.saveDays)
const { least, most } = recordingDaysLimits

/** 保存期限: how long recordings of this company stay, each kind by itself. */
export function DaysDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const asked = useCall(retention.getDays, {})
  const days = <InputNumber min={least} max={most} precision={0} addonAfter="天" style={{ width: 160 }} />
  return (
    <FormDrawer
      open
      title="监考数据保存期限"
      width={520}
      endpoint={retention.saveDays}
      successText="保存期限已更新"
      reading={asked}
      initialValues={{ ...asked.data }}
      onClose={onClose}
    >
      <p className="kp-hint" style={{ marginTop: 0 }}>
        自成绩产生起计算（尚无成绩的自交卷起），到期自动删除并留存删除证明；复核或申诉期间暂缓删除。缩短后对已有数据同样生效；延长只对之后开始的考试生效，因为考生是按当时的期限同意采集的。
      </p>
      <Field name="screenFilm" label="屏幕录像">
        {days}
      </Field>
      <Field name="cameraFilm" label="摄像头录像" extra="含第一机位和手机机位">
        {days}
      </Field>
      <Field name="screenPicture" label="屏幕截图">
        {days}
      </Field>
      <Field name="photograph" label="摄像头照片">
        {days}
      </Field>
      <Field name="checkIn" label="入场照片" extra="开始考试时拍摄的第一张摄像头照片">
        {days}
      </Field>
      <Field name="frame" label="截取画面" extra="审核人从录像中截取并标记的画面">
        {days}
      </Field>
      <Field name="appeal" label="申诉材料" extra="考生申诉时提交的文件，自申诉办结起计算">
        {days}
      </Field>
      <Field name="pack" label="证据包" extra="导出后在下载中心保留的天数">
        <InputNumber min={1} max={7} precision={0} addonAfter="天" style={{ width: 160 }} />
      </Field>
    </FormDrawer>
  )
}
