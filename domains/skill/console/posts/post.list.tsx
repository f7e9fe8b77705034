import { type PostAct, postActs } from '@kaopei/org/slots'
import { filtersOf, formatInstant, ListPage, RowActions } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { skillPlan } from '../../contract/person.ts'
import { type PostModelRow, postModel } from '../../contract/post-model.ts'
import { PlanDrawer } from '../people/plan.drawer.tsx'
import { modelOfPost } from '../slots.tsx'
import { PostDrawer } from './post.drawer.tsx'

const filters = filtersOf(postModel.getPostList, [
  { name: 'keyWords', label: '岗位', kind: 'text', placeholder: '岗位名称' },
  {
    name: 'hasModel',
    label: '模型',
    kind: 'select',
    options: [
      { value: 1, label: '有模型' },
      { value: 0, label: '没有模型' },
    ],
  },
])

/** Posts and what they ask for. */
export function PostList(): ReactNode {
  const [opened, setOpened] = useState<PostModelRow>()
  const [trained, setTrained] = useState<PostModelRow>()
  const [acted, setActed] = useState<{ readonly act: PostAct; readonly row: PostModelRow }>()
  return (
    <>
      <ListPage
        endpoint={postModel.getPostList}
        filters={filters}
        rowKey="id"
        prefix="posts"
        emptyText="还没有岗位，请先在组织架构中新增"
        columns={[
          { title: '岗位', dataIndex: 'name', width: 220 },
          { title: '在岗人数', dataIndex: 'staffCount', width: 100, align: 'right' },
          { title: '要求技能', dataIndex: 'skillCount', width: 100, align: 'right' },
          { title: '关键技能', dataIndex: 'keyCount', width: 100, align: 'right' },
          {
            title: '版本',
            dataIndex: 'number',
            width: 80,
            render: (number: number | null) => (number === null ? '-' : `V${number}`),
          },
          {
            title: '更新时间',
            dataIndex: 'updatedAt',
            width: 160,
            render: (at: string | null) => (at === null ? '-' : formatInstant(at)),
          },
          {
            title: '操作',
            key: 'actions',
            width: 250,
            fixed: 'right',
            render: (_value, row) => (
              <RowActions
                actions={[
                  { label: '岗位模型', name: `岗位模型 ${row.name}`, right: postModel.get, run: () => setOpened(row) },
                  // What rooms above add to posts; the model is this list's own.
                  ...postActs
                    .parts()
                    .filter((act) => act !== modelOfPost)
                    .map((act) => ({
                      label: act.label,
                      name: `${act.label} ${row.name}`,
                      right: act.rights,
                      run: () => setActed({ act, row }),
                    })),
                  ...(row.number === null
                    ? []
                    : [
                        {
                          label: '生成培训项目',
                          name: `生成培训项目 ${row.name}`,
                          right: skillPlan.create,
                          run: () => setTrained(row),
                        },
                      ]),
                ]}
              />
            ),
          },
        ]}
      />
      {opened && <PostDrawer postId={opened.id} onClose={() => setOpened(undefined)} />}
      {acted && <acted.act.Drawer post={acted.row} onClose={() => setActed(undefined)} />}
      {trained && (
        <PlanDrawer
          postId={trained.id}
          who={{ postId: trained.id }}
          about={`岗位“${trained.name}”的全部人员`}
          suggestedName={`${trained.name}岗位差距培训`}
          onClose={() => setTrained(undefined)}
        />
      )}
    </>
  )
}
