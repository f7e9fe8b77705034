import { Dash, formFor, useCall } from '@kaopei/web'
import { Alert, Button, Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { ownInfo } from '../contract/own-info.ts'
import { AnswerField } from './answer-field.tsx'

const { FormDrawer } = formFor(ownInfo.saveOwn)

/** What the company asks of the signed-in person; nothing where it asks for nothing. */
export default function OwnInfoCard(): ReactNode {
  const asked = useCall(ownInfo.getOwn, {})
  const [isOpen, setOpen] = useState(false)
  const { dataList = [], isComplete = true } = asked.data ?? {}
  // The page above shows who somebody is without this.
  if (dataList.length === 0) return null
  const open = dataList.filter(({ isFixed }) => !isFixed)
  const values = Object.fromEntries(open.map(({ value, content }) => [value, content]))
  return (
    <section className="kp-card" aria-label="更多信息">
      <div className="kp-person">
        <h2>更多信息</h2>
        <div className="kp-person-actions">{open.length > 0 && <Button onClick={() => setOpen(true)}>填写信息</Button>}</div>
      </div>
      {!isComplete && <Alert type="warning" showIcon title="还有必填的信息没有填写" style={{ marginBottom: 16 }} />}
      <Descriptions
        styles={{ label: { width: 84 } }}
        column={{ xs: 1, md: 2 }}
        items={dataList.map(({ value, label, content }) => ({
          key: value,
          label,
          children: <Dash>{typeof content === 'string' ? content : content?.join('、')}</Dash>,
        }))}
      />
      <FormDrawer
        open={isOpen}
        title="填写信息"
        width={480}
        onClose={() => setOpen(false)}
        endpoint={ownInfo.saveOwn}
        successText="保存成功"
        initialValues={{ values, before: values }}
        onSaved={() => void asked.refetch()}
      >
        {open.map((field) => (
          <AnswerField key={field.value} field={field} isRequired={field.isRequired} />
        ))}
      </FormDrawer>
    </section>
  )
}
