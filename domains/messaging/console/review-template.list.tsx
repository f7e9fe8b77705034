import { PlusOutlined } from '@ant-design/icons'
import {
  ActionButton,
  CodeTag,
  calling,
  filtersOf,
  formatInstant,
  formFor,
  ListPage,
  RightButton,
  RowActions,
  ToneTag,
} from '@kaopei/web'
import { Input, InputNumber, Radio, Select, Switch, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ReviewTemplateRow, reviewTemplate, reviewTemplateKind, reviewVerdict } from '../contract/review-template.ts'

const { Field, FormDrawer, useValue } = formFor([reviewTemplate.create, reviewTemplate.modify])

const filters = filtersOf(reviewTemplate.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '名称或内容' },
  { name: 'kind', label: '用途', kind: 'select', options: reviewTemplateKind.options },
  {
    name: 'isEnabled',
    label: '状态',
    kind: 'select',
    options: [
      { value: 1, label: '启用' },
      { value: 0, label: '停用' },
    ],
  },
])

const columns = (edit: (row: ReviewTemplateRow) => void): TableColumnsType<ReviewTemplateRow> => [
  { title: '模板名称', dataIndex: 'name', width: 150 },
  { title: '用途', dataIndex: 'kind', width: 100, render: (kind: number) => <CodeTag codes={reviewTemplateKind} value={kind} /> },
  {
    title: '结论',
    dataIndex: 'verdict',
    width: 90,
    render: (verdict: number | null) => (verdict === null ? '-' : <CodeTag codes={reviewVerdict} value={verdict} />),
  },
  { title: '内容', dataIndex: 'body', width: 272, ellipsis: true },
  { title: '排序', dataIndex: 'sort', width: 64, align: 'right' },
  {
    title: '状态',
    dataIndex: 'isEnabled',
    width: 90,
    render: (isEnabled: boolean) => <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>,
  },
  { title: '修改时间', dataIndex: 'updatedAt', width: 148, render: (at: string) => formatInstant(at) },
  {
    title: '操作',
    key: 'actions',
    width: 124,
    fixed: 'right',
    render: (_value, row) => (
      <RowActions
        actions={[
          { label: '编辑', name: `编辑 ${row.name}`, right: reviewTemplate.modify, run: () => edit(row) },
          calling(reviewTemplate.remove, {
            label: '删除',
            name: `删除 ${row.name}`,
            isDangerous: true,
            input: { ids: [row.id] },
            confirm: `确定删除“${row.name}”吗？已写出的评语和意见不受影响。`,
            refreshes: [reviewTemplate.list],
          }),
        ]}
      />
    ),
  },
]

/** 审核模板: ready words for markers' comments and for opinions on questions under review. */
export default function ReviewTemplatePage(): ReactNode {
  const [opened, setOpened] = useState<ReviewTemplateRow | 'new'>()
  const add = (
    <RightButton right={reviewTemplate.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      新增模板
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="审核模板"
        header={{ description: '阅卷写评语、审题写意见时可直接选用的常用文字。' }}
        endpoint={reviewTemplate.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={add}
        batchActions={(selection) => (
          <ActionButton
            danger
            endpoint={reviewTemplate.remove}
            input={{ ids: [...selection.ids] }}
            confirm={`确定删除选中的 ${selection.ids.length} 个模板吗？`}
            refreshes={[reviewTemplate.list]}
            onDone={selection.clear}
          >
            批量删除
          </ActionButton>
        )}
        emptyText="还没有审核模板"
        emptyAction={add}
      />
      {opened === 'new' && (
        <FormDrawer
          open
          title="新增审核模板"
          width={560}
          endpoint={reviewTemplate.create}
          successText="添加成功"
          initialValues={{ kind: reviewTemplateKind.comment, sort: 0, isEnabled: true }}
          onClose={() => setOpened(undefined)}
        >
          <Fields />
        </FormDrawer>
      )}
      {opened && opened !== 'new' && (
        <FormDrawer
          open
          title="编辑审核模板"
          width={560}
          endpoint={reviewTemplate.modify}
          successText="修改成功"
          initialValues={{ ...opened }}
          onClose={() => setOpened(undefined)}
        >
          <Fields />
        </FormDrawer>
      )}
    </>
  )
}

function Fields(): ReactNode {
  const kind = useValue('kind')
  return (
    <>
      <Field name="kind" label="用途">
        <Radio.Group options={reviewTemplateKind.options} />
      </Field>
      <Field name="name" label="模板名称">
        <Input maxLength={50} placeholder="例如：要点不全" />
      </Field>
      {kind === reviewTemplateKind.opinion && (
        <Field name="verdict" label="审题结论">
          <Select allowClear placeholder="不限定结论" options={reviewVerdict.options} />
        </Field>
      )}
      <Field name="body" label="模板内容">
        <Input.TextArea rows={6} maxLength={2000} showCount />
      </Field>
      <Field name="sort" label="排序" extra="数字小的排在前面">
        <InputNumber min={0} max={9999} precision={0} />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </>
  )
}
