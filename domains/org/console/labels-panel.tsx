import { ActionButton, Bones, EmptyState, Loaded, toast, useAction, useCall } from '@kaopei/web'
import { Button, Input, Space, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { type LabelRow, label } from '../contract/post.ts'

const mostCharacters = 20

/** Labels of people: added, renamed in place, deleted from everybody. */
export function LabelsPanel(): ReactNode {
  const labels = useCall(label.list)
  const [typed, setTyped] = useState('')
  const save = useAction(label.save, { successText: '添加成功', onDone: () => setTyped('') })
  const add = () => {
    const name = typed.trim()
    if (name !== '') void save.run({ name })
  }
  return (
    <>
      <Space.Compact className="kp-label-add">
        <Input
          aria-label="新标签名称"
          placeholder="输入新标签名称，回车添加"
          value={typed}
          maxLength={mostCharacters}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={add}
        />
        <Button type="primary" loading={save.isRunning} onClick={add}>
          添 加
        </Button>
      </Space.Compact>
      <Loaded of={labels} skeleton={<Bones rows={4} />}>
        {(rows) => (
          <Table
            rowKey="id"
            size="middle"
            dataSource={rows}
            pagination={rows.length > 20 ? { pageSize: 20 } : false}
            locale={{ emptyText: <EmptyState text="还没有标签" /> }}
            columns={[
              { title: '标签名称', dataIndex: 'name', render: (_, row) => <LabelName row={row} /> },
              { title: '人数', dataIndex: 'staffCount', width: 100 },
              {
                title: '操作',
                key: 'actions',
                width: 100,
                render: (_, row) => (
                  <ActionButton
                    endpoint={label.delete}
                    type="link"
                    size="small"
                    danger
                    input={{ id: row.id }}
                    confirm={{
                      title: '确认删除？',
                      content: `确定删除标签“${row.name}”吗？${row.staffCount > 0 ? `${row.staffCount}人身上的该标签也会去掉。` : ''}`,
                      isDangerous: true,
                    }}
                    successText="删除成功"
                  >
                    删除
                  </ActionButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}

function LabelName({ row }: { readonly row: LabelRow }): ReactNode {
  const [typed, setTyped] = useState<string>()
  const rename = useAction(label.update, { successText: '修改成功' })
  const finish = () => {
    const name = typed?.trim() ?? ''
    setTyped(undefined)
    if (name === '') return toast.warning('请输入内容')
    if (name !== row.name) void rename.run({ id: row.id, name, version: row.version })
  }
  if (typed === undefined) {
    return (
      <Space>
        {row.name}
        <Button type="link" size="small" aria-label={`重命名${row.name}`} onClick={() => setTyped(row.name)}>
          重命名
        </Button>
      </Space>
    )
  }
  return (
    <Input
      autoFocus
      size="small"
      aria-label="标签名称"
      value={typed}
      maxLength={mostCharacters}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onPressEnter={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
