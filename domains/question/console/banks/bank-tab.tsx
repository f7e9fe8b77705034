import { Bones, filtersOf, Loaded, listOf, type PickApi, type Picked, PickListTab, useCall } from '@kaopei/web'
import { type TableColumnsType, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { type BankRow, bank } from '../../contract/bank.ts'
import { type CategoryNode, category } from '../../contract/category.ts'
import '../question.css'

const banks = listOf(bank.list)
const filters = filtersOf(bank.list, [{ name: 'name', label: '题库名称', kind: 'text' }])
const everywhere = 'everywhere'

const columns: TableColumnsType<BankRow> = [
  { title: '题库名称', dataIndex: 'name', ellipsis: true },
  { title: '分类', dataIndex: 'categoryName', width: 140, ellipsis: true },
  { title: '试题数', dataIndex: 'questionCount', width: 80, align: 'right', className: 'kp-number' },
]

const itemOf = (row: BankRow): Picked => ({ kind: 'bank', id: row.id, name: row.name, detail: row.categoryName, data: row })

/** Type 10: question banks by category and name. */
export default function BankTab({ pick }: { readonly pick: PickApi }): ReactNode {
  const [categoryId, setCategoryId] = useState<string>()
  const categories = useCall(category.list)
  const extraInput = useMemo(() => (categoryId === undefined ? {} : { questionCategoryIds: [categoryId] }), [categoryId])
  return (
    <div className="kp-bank-pick">
      <div className="kp-bank-pick-side">
        <Loaded of={categories} skeleton={<Bones rows={5} />}>
          {(nodes) => (
            <Tree
              aria-label="题库分类"
              blockNode
              defaultExpandAll
              treeData={[{ key: everywhere, title: '全部', isLeaf: true }, ...nodes.map(branchOf)]}
              selectedKeys={[categoryId ?? everywhere]}
              onSelect={(_keys, { node }) => setCategoryId(node.key === everywhere ? undefined : String(node.key))}
            />
          )}
        </Loaded>
      </div>
      {/* Another category is another list: it begins at page 1. */}
      <PickListTab
        key={categoryId ?? everywhere}
        pick={pick}
        source={banks}
        filters={filters}
        columns={columns}
        itemOf={itemOf}
        extraInput={extraInput}
        emptyText="没有符合条件的题库"
      />
    </div>
  )
}

function branchOf({ id, name, children }: CategoryNode): TreeDataNode {
  return { key: id, title: name, isLeaf: children.length === 0, children: children.map(branchOf) }
}
