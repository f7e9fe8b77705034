import { formFor, useCall } from '@kaopei/web'
import { Checkbox, Radio } from 'antd'
import type { ReactNode } from 'react'
import { type DownloadRow, download } from '../contract/download.ts'
import { exportFormats } from '../contract/export-output.ts'

const { Field, FormDrawer } = formFor(download.exportAgain)

const formats = Object.entries(exportFormats).map(([value, label]) => ({ value, label }))

/** A finished export once more: as CSV, or with fewer columns. */
export function ExportAgainDrawer({ row, onClose }: { readonly row: DownloadRow; readonly onClose: () => void }): ReactNode {
  const asked = useCall(download.exportFields, { id: row.id })
  const { fields = [], format } = asked.data ?? {}
  return (
    <FormDrawer
      open
      title={`另存为：${row.title}`}
      width={520}
      reading={asked}
      endpoint={download.exportAgain}
      successText="已加入下载任务"
      initialValues={{ id: row.id, format: format === 'csv' ? 'xlsx' : 'csv', fields }}
      onClose={onClose}
    >
      <p className="kp-hint">由已导出的文件生成，数据与原文件一致。</p>
      <Field name="format" label="文件格式">
        <Radio.Group options={formats} />
      </Field>
      <Field name="fields" label="导出字段" required>
        <Checkbox.Group options={[...fields]} />
      </Field>
    </FormDrawer>
  )
}
