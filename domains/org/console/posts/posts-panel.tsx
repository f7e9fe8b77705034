import { PlusOutlined } from '@ant-design/icons'
import {
  type Acting,
  CategoryForm,
  CategorySelect,
  type CategorySelectProps,
  CategoryTree,
  calling,
  Dash,
  formFor,
  ListPage,
  RightButton,
  RowActions,
  useCall,
} from '@kaopei/web'
import { Input, InputNumber, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PostGroupNode, type PostRow, post, postGroup } from '../../contract/post.ts'
import { type PostAct, postActs } from '../slots.ts'
import { ReplaceDialog } from '../staff/replace.dialog.tsx'
import '../org.css'

const { Field, FormDrawer } = formFor([post.save, post.update])
const groupForm = { noun: '岗位组', create: postGroup.save, update: postGroup.update } as const

type Opened =
  | { readonly kind: 'addGroup'; readonly parentId: string | null }
  | { readonly kind: 'editGroup'; readonly node: PostGroupNode }
  | { readonly kind: 'addPost' }
  | { readonly kind: 'editPost'; readonly row: PostRow }
  | { readonly kind: 'replace'; readonly row: PostRow }
  | { readonly kind: 'act'; readonly act: PostAct; readonly row: PostRow }

/** Groups at the left, their posts at the right. */
export function PostsPanel(): ReactNode {
  const [groupId, setGroupId] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const groups = useCall(postGroup.getPostGroupTree)
  return (
    <div className="kp-picker">
      <div className="kp-picker-side">
        <CategoryTree
          title="岗位组"
          of={groups}
          value={groupId}
          onChange={setGroupId}
          allTitle="全部"
          countOf={({ postCount }) => postCount}
          add={{ label: '新增岗位组', right: postGroup.save, run: () => setOpened({ kind: 'addGroup', parentId: null }) }}
          actions={(node) => groupActions(node, setOpened, () => setGroupId(undefined))}
        />
      </div>
      <section className="kp-picker-main" aria-label="岗位">
        <ListPage
          endpoint={post.list}
          rowKey="id"
          stateIn="memory"
          extraInput={{ groupId: groupId ?? null }}
          filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '岗位名称、编码' }]}
          toolbar={
            <RightButton right={post.save} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'addPost' })}>
              新增岗位
            </RightButton>
          }
          columns={columns(setOpened)}
          emptyText="还没有岗位"
        />
      </section>
      {opened && <PostOver opened={opened} groups={groups} groupId={groupId} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function groupActions(node: PostGroupNode, open: (opened: Opened) => void, onDeleted: () => void): readonly Acting[] {
  return [
    { label: '新增下级岗位组', right: postGroup.save, run: () => open({ kind: 'addGroup', parentId: node.id }) },
    { label: '编辑、移动', right: postGroup.update, run: () => open({ kind: 'editGroup', node }) },
    calling(postGroup.delete, {
      label: '删除',
      isDangerous: true,
      input: { id: node.id },
      confirm: { title: '确认删除？', content: `确定删除岗位组“${node.name}”吗？`, isDangerous: true },
      successText: '删除成功',
      onDone: onDeleted,
    }),
  ]
}

function columns(open: (opened: Opened) => void): TableColumnsType<PostRow> {
  return [
    { title: '岗位名称', dataIndex: 'name', width: 160, ellipsis: true },
    { title: '编码', dataIndex: 'code', width: 96, ellipsis: true, render: (code: string | null) => <Dash>{code}</Dash> },
    { title: '岗位组', dataIndex: 'groupName', width: 120, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '人数', dataIndex: 'staffCount', width: 72 },
    {
      title: '操作',
      key: 'actions',
      width: 190,
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '编辑', right: post.update, run: () => open({ kind: 'editPost', row }) },
            ...postActs.parts().map((act) => ({
              label: act.label,
              name: `${act.label} ${row.name}`,
              right: act.rights,
              run: () => open({ kind: 'act', act, row }),
            })),
            row.staffCount > 0
              ? { label: '删除', isDangerous: true, right: post.delete, run: () => open({ kind: 'replace', row }) }
              : calling(post.delete, {
                  label: '删除',
                  isDangerous: true,
                  input: { id: row.id },
                  confirm: { title: '确认删除？', content: `确定删除岗位“${row.name}”吗？`, isDangerous: true },
                  successText: '删除成功',
                }),
          ]}
        />
      ),
    },
  ]
}

interface OverProps {
  readonly opened: Opened
  readonly groups: CategorySelectProps<PostGroupNode>['of']
  readonly groupId: string | undefined
  readonly onClose: () => void
}

function PostOver({ opened, groups, groupId, onClose }: OverProps): ReactNode {
  const group = <CategorySelect of={groups} placeholder="无" />
  const drawer = { open: true, width: 480, onClose } as const
  switch (opened.kind) {
    case 'act': {
      const { act, row } = opened
      return <act.Drawer post={row} onClose={onClose} />
    }
    case 'addGroup':
      return <CategoryForm {...groupForm} of={groups} parentId={opened.parentId} onClose={onClose} />
    case 'editGroup':
      return <CategoryForm {...groupForm} of={groups} node={opened.node} onClose={onClose} />
    case 'addPost':
      return (
        <FormDrawer
          {...drawer}
          title="新增岗位"
          endpoint={post.save}
          successText="添加成功"
          initialValues={{ groupId: groupId ?? null }}
        >
          <PostFields group={group} />
        </FormDrawer>
      )
    case 'editPost': {
      const { id, name, code, groupId: own, descript, sort, version } = opened.row
      return (
        <FormDrawer
          {...drawer}
          title="编辑岗位"
          endpoint={post.update}
          successText="修改成功"
          initialValues={{ id, name, code, groupId: own, descript, sort, version }}
        >
          <PostFields group={group} />
        </FormDrawer>
      )
    }
    case 'replace':
      return <ReplaceDialog kind="post" row={opened.row} onClose={onClose} />
  }
}

function PostFields({ group }: { readonly group: ReactNode }): ReactNode {
  return (
    <>
      <Field name="name" label="岗位名称" required>
        <Input maxLength={100} placeholder="请输入岗位名称" />
      </Field>
      <Field name="groupId" label="岗位组">
        {group}
      </Field>
      <Field name="code" label="岗位编码">
        <Input maxLength={50} placeholder="请输入岗位编码" />
      </Field>
      <Field name="descript" label="岗位说明" required={false}>
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="请输入岗位说明" />
      </Field>
      <SortField />
    </>
  )
}

function SortField(): ReactNode {
  return (
    <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
      <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
    </Field>
  )
}
