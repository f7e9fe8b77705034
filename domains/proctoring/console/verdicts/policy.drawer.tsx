import { formFor, useCall } from '@kaopei/web'
import { InputNumber, Radio, Switch } from 'antd'
import type { ReactNode } from 'react'
import { verdicts } from '../../contract/verdicts/verdicts.ts'

const { Field, FormDrawer } = formFor(verdicts.savePolicy)

/** 裁定规则: how this company judges. */
export function PolicyDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const asked = useCall(verdicts.getPolicy, {})
  return (
    <FormDrawer
      open
      title="裁定规则"
      width={520}
      endpoint={verdicts.savePolicy}
      successText="裁定规则已保存，对之后的裁定生效"
      reading={asked}
      initialValues={{ ...asked.data }}
      onClose={onClose}
    >
      <Field
        name="needsSecond"
        label="不利裁定需另一人确认"
        valuePropName="checked"
        extra="关闭后，违规和作弊由一人即可作出；申诉始终由其他人裁决"
      >
        <Switch />
      </Field>
      <Field name="appealDays" label="申诉期限（天）" extra="自告知考生起计算">
        <InputNumber min={1} max={60} precision={0} />
      </Field>
      <Field name="violationScore" label="违规后的成绩" extra="作弊（答卷作废）不受此项影响">
        <Radio.Group
          options={[
            { value: 'keep', label: '保留原成绩' },
            { value: 'zero', label: '成绩计为 0 分' },
          ]}
        />
      </Field>
    </FormDrawer>
  )
}
