import { PlusOutlined } from '@ant-design/icons'
import { calling, Dash, formFor, ListPage, RightButton, RowActions } from '@kaopei/web'
import { Input, InputNumber, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type RankRow, rank } from '../../contract/post.ts'
import { ReplaceDialog } from '../staff/replace.dialog.tsx'

const { Field, FormDrawer } = formFor([rank.save, rank.update])

type Opened = { readonly kind: 'add' } | { readonly kind: 'edit' | 'replace'; readonly row: RankRow }

export function RanksPanel(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        endpoint={rank.list}
        rowKey="id"
        stateIn="memory"
        filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '职级名称' }]}
        toolbar={
          <RightButton right={rank.save} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'add' })}>
            新增职级
          </RightButton>
        }
        columns={columns(setOpened)}
        emptyText="还没有职级"
      />
      {opened?.kind === 'add' && (
        <FormDrawer open title="新增职级" width={480} endpoint={rank.save} successText="添加成功" onClose={close}>
          <RankFields />
        </FormDrawer>
      )}
      {opened?.kind === 'edit' && (
        <FormDrawer
          open
          title="编辑职级"
          width={480}
          endpoint={rank.update}
          successText="修改成功"
          onClose={close}
          initialValues={{ ...opened.row }}
        >
          <RankFields />
        </FormDrawer>
      )}
      {opened?.kind === 'replace' && <ReplaceDialog kind="rank" row={opened.row} onClose={close} />}
    </>
  )
}

function RankFields(): ReactNode {
  return (
    <>
      <Field name="name" label="职级名称" required>
        <Input maxLength={50} placeholder="请输入职级名称" />
      </Field>
      <Field name="level" label="级别" required={false} extra="数字大的级别高">
        <InputNumber precision={0} min={0} max={1000} placeholder="默认为最高一级" style={{ width: '100%' }} />
      </Field>
      <Field name="descript" label="职级说明" required={false}>
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="请输入职级说明" />
      </Field>
    </>
  )
}

function columns(open: (opened: Opened) => void): TableColumnsType<RankRow> {
  return [
    { title: '职级名称', dataIndex: 'name', width: 180, ellipsis: true },
    { title: '级别', dataIndex: 'level', width: 80 },
    { title: '说明', dataIndex: 'descript', ellipsis: true, render: (text: string) => <Dash>{text}</Dash> },
    { title: '人数', dataIndex: 'staffCount', width: 80 },
    {
      title: '操作',
      key: 'actions',
      width: 120,
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '编辑', right: rank.update, run: () => open({ kind: 'edit', row }) },
            row.staffCount > 0
              ? { label: '删除', isDangerous: true, right: rank.delete, run: () => open({ kind: 'replace', row }) }
              : calling(rank.delete, {
                  label: '删除',
                  isDangerous: true,
                  input: { id: row.id },
                  confirm: { title: '确认删除？', content: `确定删除职级“${row.name}”吗？`, isDangerous: true },
                  successText: '删除成功',
                }),
          ]}
        />
      ),
    },
  ]
}
