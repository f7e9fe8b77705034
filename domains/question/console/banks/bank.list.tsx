import { calling, formatInstant, formFor, ListPage, RightButton, RowActions, useCall, useListRefresh } from '@kaopei/web'
import { Input, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type BankRow, bank } from '../../contract/bank.ts'
import { category } from '../../contract/category.ts'
import { BankCategories } from './category.tree.tsx'
import { countedOptions } from './category-options.ts'
import '../question.css'

const { Field, FormDrawer } = formFor([bank.create, bank.modify])

/** 题库: categories at the left, banks at the right. */
export default function BankListPage(): ReactNode {
  const [editing, setEditing] = useState<BankRow | 'new'>()
  const refresh = useListRefresh()
  return (
    <>
      <ListPage
        title="题库"
        endpoint={bank.list}
        filters={[{ name: 'name', label: '名称', kind: 'text', placeholder: '题库名称' }]}
        extraInput={useChosenCategory()}
        side={<BankCategories />}
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
          { title: '分类', dataIndex: 'categoryName', width: 130, ellipsis: true },
          { title: '试题数', dataIndex: 'questionCount', width: 80, align: 'right' },
          { title: '可用', dataIndex: 'readyCount', width: 72, align: 'right' },
          { title: '描述', dataIndex: 'descript', width: 140, ellipsis: true },
          { title: '创建时间', dataIndex: 'createdAt', width: 150, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 120,
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  { label: '编辑', right: bank.modify, run: () => setEditing(row) },
                  calling(bank.remove, {
                    label: '删除',
                    isDangerous: true,
                    input: { id: row.id },
                    confirm: `确定要删除题库“${row.name}”吗？`,
                    successText: '删除成功',
                    onDone: () => refresh(category.list),
                  }),
                ]}
              />
            ),
          },
        ]}
      />
      <BankForm editing={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

function useChosenCategory(): Readonly<Record<string, unknown>> {
  const [params] = useSearchParams()
  const chosen = params.get('category')
  return chosen ? { questionCategoryIds: [chosen] } : {}
}

function BankForm(props: { readonly editing: BankRow | 'new' | undefined; readonly onClose: () => void }): ReactNode {
  const { editing, onClose } = props
  const tree = useCall(category.list)
  const [params] = useSearchParams()
  const refresh = useListRefresh()
  const fields = (
    <>
      <Field name="name" label="题库名称">
        <Input maxLength={60} showCount />
      </Field>
      <Field name="categoryId" label="分类">
        <TreeSelect allowClear treeData={countedOptions(tree.data ?? [])} placeholder="不分类" treeDefaultExpandAll />
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
      initialValues={{ id, version, name, descript, categoryId }}
      toInput={({ categoryId: chosen, ...values }) => ({ ...values, categoryId: chosen ?? null })}
    >
      {fields}
    </FormDrawer>
  )
}
