import { PlusOutlined } from '@ant-design/icons'
import { cut } from '@kaopei/contract'
import { CodeTag, calling, filtersOf, formatInstant, formFor, ListPage, RightButton, RowActions } from '@kaopei/web'
import { Input, Select, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { templateStatus } from '../contract/codes.ts'
import { paperSizes } from '../contract/layout.ts'
import { type TemplateRow, template } from '../contract/template.ts'
import { designerOf } from './paths.ts'

const filters = filtersOf(template.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '模板名称' },
  { name: 'status', label: '状态', kind: 'select', options: templateStatus.options },
])

function turning(row: TemplateRow) {
  const isUsed = row.status === templateStatus.used
  const label = isUsed ? '停用' : '启用'
  return calling(template.turn, {
    label,
    name: `${label} ${row.name}`,
    input: { id: row.id, isUsed: !isUsed },
    ...(isUsed && { confirm: stoppingText(row) }),
    refreshes: [template.list],
  })
}

function stoppingText({ name, runningRules: { count, names } }: TemplateRow): string {
  const asked = `确定停用“${name}”吗？停用后不能再签发或换发这种证书，已签发的仍然有效。`
  if (count === 0) return asked
  const rest = count > names.length ? ` 等 ${count} 条` : ''
  return `${asked}以下 ${count} 条启用中的规则将停止签发：${names.join('、')}${rest}。期间达到要求的人员在“无法签发”中等待，重新启用后自动签发。`
}

const columns = (copy: (row: TemplateRow) => void): TableColumnsType<TemplateRow> => [
  { title: '模板名称', dataIndex: 'name', width: 220 },
  {
    title: '状态',
    dataIndex: 'status',
    width: 100,
    render: (status: number) => <CodeTag codes={templateStatus} value={status} />,
  },
  {
    title: '版本',
    key: 'number',
    width: 140,
    render: (_value, { currentNumber, hasChanges }) =>
      currentNumber === null ? '未启用' : `第 ${currentNumber} 版${hasChanges ? '，有未启用的修改' : ''}`,
  },
  { title: '签发规则', dataIndex: 'ruleCount', width: 90, align: 'right' },
  { title: '已发证书', dataIndex: 'issuedCount', width: 90, align: 'right' },
  { title: '创建人', dataIndex: 'createdByName', width: 100, ellipsis: true },
  { title: '修改时间', dataIndex: 'updatedAt', width: 150, render: (at: string) => formatInstant(at) },
  {
    title: '操作',
    key: 'actions',
    width: 210,
    fixed: 'right',
    render: (_value, row) => (
      <RowActions
        actions={[
          { label: '设计', to: designerOf(row.id), name: `设计 ${row.name}` },
          { label: '复制', name: `复制 ${row.name}`, right: template.copy, run: () => copy(row) },
          row.currentNumber !== null && turning(row),
          calling(template.remove, {
            label: '删除',
            name: `删除 ${row.name}`,
            isDangerous: true,
            isFolded: true,
            input: { ids: [row.id] },
            confirm: `确定删除“${row.name}”吗？`,
            refreshes: [template.list],
          }),
        ]}
      />
    ),
  },
]

/** 证书模板 */
export default function TemplatePage(): ReactNode {
  const [opened, setOpened] = useState<TemplateRow | 'new'>()
  const add = (
    <RightButton right={template.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      新增模板
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="证书模板"
        header={{ description: '设计证书的样式；启用后的版本不再改变，已签发的证书始终保持签发时的样子。' }}
        endpoint={template.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={add}
        emptyText="还没有证书模板"
        emptyAction={add}
      />
      {opened === 'new' && <NewTemplate onClose={() => setOpened(undefined)} />}
      {opened && opened !== 'new' && <CopyTemplate row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const New = formFor(template.create)
const sizes = paperSizes.map(({ label, width, height }) => ({
  label: `${label}（${width}×${height} 毫米）`,
  value: `${width}×${height}`,
}))

function NewTemplate({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  const [size, setSize] = useState(sizes[0]?.value ?? '')
  const [width = 297, height = 210] = size.split('×').map(Number)
  return (
    <New.FormDialog
      title="新增证书模板"
      endpoint={template.create}
      successText="已添加，请继续设计"
      initialValues={{}}
      toInput={(values) => ({ ...values, width, height })}
      onSaved={({ id }) => void navigate(designerOf(id))}
      onClose={onClose}
    >
      <New.Field name="name" label="模板名称">
        <Input maxLength={50} placeholder="例如：安全生产合格证" />
      </New.Field>
      <div className="kp-certificate-size">
        <span>纸张</span>
        <Select value={size} options={sizes} onChange={setSize} aria-label="纸张" style={{ width: '100%' }} />
      </div>
    </New.FormDialog>
  )
}

const Copy = formFor(template.copy)

function CopyTemplate({ row, onClose }: { readonly row: TemplateRow; readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  return (
    <Copy.FormDialog
      title={`复制模板：${row.name}`}
      endpoint={template.copy}
      successText="复制成功"
      initialValues={{ id: row.id, name: `${cut(row.name, 46)} 副本` }}
      onSaved={({ id }) => void navigate(designerOf(id))}
      onClose={onClose}
    >
      <Copy.Field name="name" label="新模板名称">
        <Input maxLength={50} />
      </Copy.Field>
    </Copy.FormDialog>
  )
}
