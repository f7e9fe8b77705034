import {
  ActionButton,
  confirmAction,
  Field,
  FormDrawer,
  formatInstant,
  ListPage,
  RightButton,
  toast,
  useAction,
  useCall,
  useListRefresh,
} from '@kaopei/web'
import { Button, Empty, Input, Space, Tree, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type BankRow, bank } from '../contract/bank.ts'
import { type CategoryNode, category } from '../contract/category.ts'
import './question.css'

/** 题库: categories at the left, banks at the right. */
export default function BankListPage(): ReactNode {
  const [editing, setEditing] = useState<BankRow | 'new'>()
  const tree = useCall(category.list)
  const refresh = useListRefresh()
  const nodes = treeOf(tree.data ?? [])
  return (
    <>
      <ListPage
        title="题库"
        endpoint={bank.list}
        filters={[{ name: 'name', label: '名称', kind: 'text', placeholder: '题库名称' }]}
        extraInput={useChosenCategory()}
        side={<CategoryTree nodes={tree.data ?? []} isPending={tree.isPending} />}
        rowKey="id"
        toolbar={
          <RightButton right={bank.create} type="primary" onClick={() => setEditing('new')}>
            新增题库
          </RightButton>
        }
        columns={[
          {
            title: '题库名称',
            dataIndex: 'name',
            render: (name: string, row) => <Link to={`/application/ote/quesmgmt?questionBankId=${row.id}`}>{name}</Link>,
          },
          { title: '分类', dataIndex: 'categoryName', width: 160 },
          { title: '试题数', dataIndex: 'questionCount', width: 100, align: 'right' },
          { title: '可用', dataIndex: 'readyCount', width: 100, align: 'right' },
          { title: '描述', dataIndex: 'descript', ellipsis: true },
          { title: '创建时间', dataIndex: 'createdAt', width: 170, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 140,
            render: (_, row) => (
              <Space>
                <RightButton right={bank.modify} type="link" size="small" onClick={() => setEditing(row)}>
                  编辑
                </RightButton>
                <ActionButton
                  endpoint={bank.remove}
                  input={{ id: row.id }}
                  type="link"
                  size="small"
                  danger
                  confirm={`确定要删除题库“${row.name}”吗？`}
                  successText="删除成功"
                  onDone={() => refresh(category.list)}
                >
                  删除
                </ActionButton>
              </Space>
            ),
          },
        ]}
      />
      <BankForm editing={editing} nodes={nodes} onClose={() => setEditing(undefined)} />
    </>
  )
}

function useChosenCategory(): Readonly<Record<string, unknown>> {
  const [params] = useSearchParams()
  const chosen = params.get('category')
  return chosen ? { questionCategoryIds: [chosen] } : {}
}

function BankForm(props: {
  readonly editing: BankRow | 'new' | undefined
  readonly nodes: readonly TreeNode[]
  readonly onClose: () => void
}): ReactNode {
  const { editing, nodes, onClose } = props
  const [params] = useSearchParams()
  const refresh = useListRefresh()
  const fields = (
    <>
      <Field name="name" label="题库名称">
        <Input maxLength={60} showCount />
      </Field>
      <Field name="categoryId" label="分类">
        <TreeSelect allowClear treeData={[...nodes]} placeholder="不分类" treeDefaultExpandAll />
      </Field>
      <Field name="descript" label="描述">
        <Input.TextArea maxLength={500} rows={4} showCount />
      </Field>
    </>
  )
  const saved = () => refresh(bank.list, category.list)
  if (editing === 'new') {
    return (
      <FormDrawer
        title="新增题库"
        open
        onClose={onClose}
        endpoint={bank.create}
        successText="添加成功"
        onSaved={saved}
        initialValues={{ categoryId: params.get('category') }}
      >
        {fields}
      </FormDrawer>
    )
  }
  if (!editing) return null
  const { id, version, name, descript, categoryId } = editing
  return (
    <FormDrawer
      title="编辑题库"
      open
      onClose={onClose}
      endpoint={bank.modify}
      successText="修改成功"
      onSaved={saved}
      initialValues={{ name, descript, categoryId }}
      toInput={(values) => ({
        id,
        version,
        name: String(values.name ?? ''),
        descript: String(values.descript ?? ''),
        categoryId: idOf(values.categoryId),
      })}
    >
      {fields}
    </FormDrawer>
  )
}

const idOf = (value: unknown) => (typeof value === 'string' ? value : null)

interface TreeNode {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly children: TreeNode[]
}

function treeOf(nodes: readonly CategoryNode[]): TreeNode[] {
  return nodes.map(({ id, name, bankCount, children }) => ({
    key: id,
    value: id,
    title: bankCount > 0 ? `${name}（${bankCount}）` : name,
    children: treeOf(children),
  }))
}

function CategoryTree({ nodes, isPending }: { readonly nodes: readonly CategoryNode[]; readonly isPending: boolean }): ReactNode {
  const [params, setParams] = useSearchParams()
  const [dialog, setDialog] = useState<'create' | 'rename'>()
  const chosen = params.get('category')
  const refresh = useListRefresh()
  const remove = useAction(category.remove, { successText: '删除成功' })
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  const removeChosen = async () => {
    if (!chosen) return toast.warning('请先选择一个分类')
    if (!(await confirmAction({ title: '提示', content: '确定要删除该分类吗？' }))) return
    const outcome = await remove.run({ id: chosen })
    if (!outcome.ok) return
    choose(undefined)
    refresh(category.list, bank.list)
  }
  return (
    <div className="kp-bank-tree">
      <Space style={{ marginBottom: 8 }} wrap>
        <RightButton right={category.create} size="small" onClick={() => setDialog('create')}>
          新增
        </RightButton>
        <RightButton
          right={category.rename}
          size="small"
          onClick={() => (chosen ? setDialog('rename') : toast.warning('请先选择一个分类'))}
        >
          重命名
        </RightButton>
        <RightButton right={category.remove} size="small" onClick={() => void removeChosen()}>
          删除
        </RightButton>
      </Space>
      <Button type={chosen ? 'text' : 'link'} block onClick={() => choose(undefined)} style={{ textAlign: 'left' }}>
        全部题库
      </Button>
      {nodes.length === 0 && !isPending && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无分类" />}
      {nodes.length > 0 && (
        <Tree
          blockNode
          defaultExpandAll
          treeData={treeOf(nodes)}
          selectedKeys={chosen ? [chosen] : []}
          onSelect={([key]) => choose(key === undefined ? undefined : String(key))}
        />
      )}
      <FormDrawer
        title={chosen ? '新增下级分类' : '新增分类'}
        open={dialog === 'create'}
        onClose={() => setDialog(undefined)}
        endpoint={category.create}
        toInput={(values) => ({ name: String(values.name ?? ''), parentId: chosen })}
        successText="添加成功"
        onSaved={() => refresh(category.list)}
      >
        <Field name="name" label="分类名称">
          <Input maxLength={40} />
        </Field>
      </FormDrawer>
      <FormDrawer
        title="重命名分类"
        open={dialog === 'rename'}
        onClose={() => setDialog(undefined)}
        endpoint={category.rename}
        toInput={(values) => ({ name: String(values.name ?? ''), id: chosen ?? '' })}
        initialValues={{ name: nameOf(nodes, chosen) }}
        successText="修改成功"
        onSaved={() => refresh(category.list, bank.list)}
      >
        <Field name="name" label="分类名称">
          <Input maxLength={40} />
        </Field>
      </FormDrawer>
    </div>
  )
}

function nameOf(nodes: readonly CategoryNode[], id: string | null): string {
  for (const node of nodes) {
    const found = node.id === id ? node.name : nameOf(node.children, id)
    if (found) return found
  }
  return ''
}
