import { PlusOutlined } from '@ant-design/icons'
import { customType } from '@kaopei/org/contract/own-fields'
import { EmptyState, ErrorState, formFor, RightButton, RowActions, ToneTag, useCall } from '@kaopei/web'
import { InputNumber, Switch, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { mostFields } from '../contract/codes.ts'
import { type MetaField, metaDataField } from '../contract/meta-field.ts'
import { countOptions, FieldInputs } from './field.dialog.tsx'

const { Field, FormDrawer } = formFor([metaDataField.create, metaDataField.update])
const editing = formFor(metaDataField.update)

type Opened = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly row: MetaField }

/** The company's own fields of employees. One that is not wanted any more is switched off; what was filled in stays. */
export function MetaFields(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const asked = useCall(metaDataField.list)
  const rows = asked.data ?? []
  return (
    <>
      <div className="kp-collect-head">
        <h2>员工</h2>
        <RightButton
          right={metaDataField.create}
          icon={<PlusOutlined />}
          disabled={rows.length >= mostFields}
          onClick={() => setOpened({ kind: 'create' })}
        >
          添加字段（{rows.length}/{mostFields}）
        </RightButton>
      </div>
      <p className="kp-collect-note">在花名册已有的信息之外，为员工补充的信息。</p>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={asked.refetch} />
      ) : (
        <Table<MetaField>
          size="small"
          rowKey="id"
          columns={columnsOf((row) => setOpened({ kind: 'edit', row }))}
          dataSource={rows}
          pagination={false}
          loading={{ spinning: asked.isFetching, delay: 200 }}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: asked.isPending ? ' ' : <EmptyState text="还没有自定义字段" /> }}
        />
      )}
      {opened && <MetaForm opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function columnsOf(edit: (row: MetaField) => void): TableColumnsType<MetaField> {
  return [
    { title: '名称', dataIndex: 'label', width: 200, ellipsis: true },
    { title: '类型', dataIndex: 'customType', width: 84, render: (type: number) => customType.label(type) },
    {
      title: '选项',
      dataIndex: 'optionContent',
      width: 320,
      ellipsis: true,
      render: (options: readonly string[]) => (options.length === 0 ? '-' : options.join('、')),
    },
    { title: '必填', dataIndex: 'isRequired', width: 72, render: (isRequired: boolean) => (isRequired ? '是' : '否') },
    {
      title: '状态',
      dataIndex: 'isEnabled',
      width: 84,
      render: (isEnabled: boolean) => <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>,
    },
    {
      title: '操作',
      key: 'actions',
      width: 84,
      render: (_, row) => (
        <RowActions actions={[{ label: '编辑', name: `编辑${row.label}`, right: metaDataField.update, run: () => edit(row) }]} />
      ),
    },
  ]
}

function MetaForm({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }): ReactNode {
  const [lockedCount, setLockedCount] = useState(opened.kind === 'edit' ? opened.row.optionContent.length : 0)
  if (opened.kind === 'create') {
    return (
      <FormDrawer
        open
        title="添加字段"
        width={480}
        onClose={onClose}
        endpoint={metaDataField.create}
        successText="添加成功"
        initialValues={{ customType: customType.text, optionContent: [], isRequired: false }}
      >
        <FieldInputs isEdit={false} lockedCount={0} />
        <MoreInputs />
      </FormDrawer>
    )
  }
  const { id, name, customType: type, optionContent, isRequired, isEnabled, sort, version } = opened.row
  return (
    <FormDrawer
      open
      title="编辑字段"
      width={480}
      onClose={onClose}
      endpoint={metaDataField.update}
      successText="修改成功"
      initialValues={{ id, name, customType: type, optionContent, isRequired, isEnabled, sort, version }}
      fromRow={(row) => {
        setLockedCount(countOptions(row))
        return row
      }}
    >
      <FieldInputs isEdit lockedCount={lockedCount} />
      <MoreInputs />
      <editing.Field
        name="isEnabled"
        label="启用"
        valuePropName="checked"
        required={false}
        extra="停用后不再填写，已填写的内容会保留"
      >
        <Switch />
      </editing.Field>
    </FormDrawer>
  )
}

function MoreInputs(): ReactNode {
  return (
    <>
      <Field name="isRequired" label="必填" valuePropName="checked" required={false}>
        <Switch />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
}
