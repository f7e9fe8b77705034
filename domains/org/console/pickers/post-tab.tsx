import { Bones, EmptyState, Loaded, listOf, type PickApi, type Picked, PickTable, useCall, useRows } from '@kaopei/web'
import { Input, type TableColumnsType, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PostGroupNode, type PostRow, post, postGroup } from '../../contract/post.ts'
import { pickTreeHeight } from './pick-tree-height.ts'
import '../org.css'

const shapes = [{ names: ['groupId'] }, { names: ['keyWords'] }]
const posts = listOf(post.list)
const everywhere = 'everywhere'

/** Type 3: posts by the tree of post groups. */
export default function PostTab({ pick }: { readonly pick: PickApi }): ReactNode {
  const list = useRows(posts, { shapes })
  const groups = useCall(postGroup.getPostGroupTree)
  const { groupId } = list.state.filters
  const narrow = (name: string, value: string | undefined) => {
    const { [name]: _before, ...others } = list.state.filters
    list.change({ ...list.state, pageIndex: 1, filters: value ? { ...others, [name]: value } : others })
  }
  return (
    <div className="kp-picker">
      <div className="kp-picker-side">
        <Loaded of={groups} skeleton={<Bones rows={5} />}>
          {(nodes) =>
            nodes.length === 0 ? (
              <EmptyState text="还没有岗位组" />
            ) : (
              <Tree
                aria-label="岗位组"
                blockNode
                defaultExpandAll={nodes.length < 50}
                height={pickTreeHeight()}
                treeData={[{ key: everywhere, title: '全部', isLeaf: true }, ...nodes.map(branchOf)]}
                selectedKeys={[typeof groupId === 'string' ? groupId : everywhere]}
                onSelect={(_keys, { node }) => narrow('groupId', node.key === everywhere ? undefined : String(node.key))}
              />
            )
          }
        </Loaded>
      </div>
      <section className="kp-picker-main" aria-label="岗位">
        <PostSearch onSearch={(text) => narrow('keyWords', text)} />
        <PickTable pick={pick} list={list} columns={columns} itemOf={itemOf} emptyText="没有符合条件的岗位" />
      </section>
    </div>
  )
}

function PostSearch({ onSearch }: { readonly onSearch: (text: string | undefined) => void }): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <Input.Search
      aria-label="搜索岗位"
      placeholder="岗位名称，回车搜索"
      value={typed}
      maxLength={100}
      allowClear
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(text) => onSearch(text.trim() || undefined)}
    />
  )
}

const itemOf = (row: PostRow): Picked => ({ kind: 'post', id: row.id, name: row.name, detail: row.groupName, data: row })

function branchOf({ id, name, postCount, children }: PostGroupNode): TreeDataNode {
  const title = (
    <span className="kp-branch">
      <span className="kp-branch-name" title={name}>
        {name}
      </span>
      <span className="kp-branch-count">{postCount}</span>
    </span>
  )
  return { key: id, title, isLeaf: children.length === 0, children: children.map(branchOf) }
}

const columns: TableColumnsType<PostRow> = [
  { title: '岗位名称', dataIndex: 'name', ellipsis: true },
  { title: '岗位组', dataIndex: 'groupName', width: 140, ellipsis: true },
  { title: '人数', dataIndex: 'staffCount', width: 72, align: 'right', className: 'kp-number' },
]
