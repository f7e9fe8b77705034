import { PlusOutlined } from '@ant-design/icons'
import { calling, filtersOf, formatInstant, ListPage, RightButton, RowActions, ToneTag, whenShown } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { ruleKinds, ruleKindWords } from '../contract/codes.ts'
import { type RuleRow, rule } from '../contract/rule.ts'
import type { RuleDrawerProps } from './rule.drawer.tsx'

const RuleDrawer = whenShown<RuleDrawerProps>(() => import('./rule.drawer.tsx'), null)

const filters = filtersOf(rule.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '规则名称' },
  {
    name: 'kind',
    label: '签发方式',
    kind: 'select',
    options: ruleKinds.map((value) => ({ value, label: ruleKindWords[value] })),
  },
])

const columns = (edit: (row: RuleRow) => void): TableColumnsType<RuleRow> => [
  { title: '规则名称', dataIndex: 'name', width: 180 },
  { title: '签发方式', dataIndex: 'kind', width: 130, render: (kind: RuleRow['kind']) => ruleKindWords[kind] },
  { title: '依据', dataIndex: 'targetName', width: 220, ellipsis: true, render: (name: string) => name || '-' },
  { title: '证书模板', dataIndex: 'templateName', width: 160, ellipsis: true },
  { title: '编号规则', dataIndex: 'numberPattern', width: 180, ellipsis: true },
  {
    title: '有效期',
    dataIndex: 'validityMonths',
    width: 100,
    render: (months: number | null) => (months === null ? '长期' : `${months} 个月`),
  },
  { title: '已签发', dataIndex: 'issuedCount', width: 80, align: 'right' },
  {
    title: '状态',
    dataIndex: 'isEnabled',
    width: 110,
    render: (_value, row) => <Running {...row} />,
  },
  { title: '修改时间', dataIndex: 'updatedAt', width: 150, render: (at: string) => formatInstant(at) },
  {
    title: '操作',
    key: 'actions',
    width: 160,
    fixed: 'right',
    render: (_value, row) => (
      <RowActions
        actions={[
          { label: '编辑', name: `编辑 ${row.name}`, right: rule.modify, run: () => edit(row) },
          row.kind !== 'hand' &&
            calling(rule.fill, {
              label: '补发',
              name: `补发 ${row.name}`,
              input: { id: row.id },
              confirm: `为在规则生效前已达到要求的人员补发“${row.name}”的证书吗？已持有有效证书的人员不会重复签发。`,
              successText: '已开始补发，可在下载中心查看进度',
              refreshes: [rule.list],
            }),
          calling(rule.remove, {
            label: '删除',
            name: `删除 ${row.name}`,
            isDangerous: true,
            input: { ids: [row.id] },
            confirm: `确定删除“${row.name}”吗？`,
            refreshes: [rule.list],
          }),
        ]}
      />
    ),
  },
]

function Running({ isEnabled, isTemplateUsed }: Pick<RuleRow, 'isEnabled' | 'isTemplateUsed'>): ReactNode {
  if (!isEnabled) return <ToneTag tone="neutral">停用</ToneTag>
  return isTemplateUsed ? <ToneTag tone="success">启用</ToneTag> : <ToneTag tone="warning">模板已停用</ToneTag>
}

/** 签发规则 */
export default function RulePage(): ReactNode {
  const [opened, setOpened] = useState<RuleRow | 'new'>()
  const add = (
    <RightButton right={rule.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      新增规则
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="签发规则"
        header={{
          description:
            '考试合格、课程或项目完成、测评达到要求后自动签发；成绩或结果作废后，相关证书进入“证书待处理”，不会自动撤销。',
        }}
        endpoint={rule.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={add}
        emptyText="还没有签发规则"
        emptyAction={add}
      />
      {opened && <RuleDrawer row={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
