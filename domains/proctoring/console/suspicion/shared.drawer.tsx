import { formFor, useCall } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { suspicion } from '../../contract/suspicion/suspicion.ts'

const { Field, FormDrawer } = formFor(suspicion.saveShared)

/** Addresses that many share: that two have the same one is then no sign. */
export function SharedDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const asked = useCall(suspicion.getShared, {})
  return (
    <FormDrawer
      open
      title="共用的网络地址"
      width={520}
      endpoint={suspicion.saveShared}
      successText="已保存，下次比对时生效"
      reading={asked}
      initialValues={{ ...asked.data }}
      onClose={onClose}
    >
      <Field
        name="ranges"
        label="网络地址或网段"
        extra="办公区、学校等出口地址由多人共用，填在这里后，使用同一地址不再作为可疑提示。输入后按回车添加，最多 50 个，例如 203.0.113.8 或 10.1.2.0/24"
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ']} placeholder="例如 10.1.2.0/24" />
      </Field>
    </FormDrawer>
  )
}
