import { PlusOutlined } from '@ant-design/icons'
import { postModel } from '@kaopei/skill/contract/post-model'
import { calling, Dash, filtersOf, ListPage, RightButton, RowActions, useCall } from '@kaopei/web'
import { Button, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { appointmentStatus } from '../../contract/codes.ts'
import { type PostAssessmentRow, postAssessment } from '../../contract/post.ts'
import { postPart } from '../../contract/post-codes.ts'
import { postReportsPath, postTestPath, postTestsPath } from '../paths.ts'
import { standingColumns, whichColumns } from './columns.tsx'
import { PostForm } from './post.form.tsx'

const { draft, notStarted, inProgress, ended, closed } = appointmentStatus
const shown: readonly number[] = [draft, notStarted, inProgress, ended, closed]

/** 岗位测评: /application/testCenter/postReportTest, with ?postId=… those of one post. */
export default function PostList(): ReactNode {
  const [params] = useSearchParams()
  const [isMaking, setMaking] = useState(params.get('new') !== null)
  const posts = useCall(postModel.allPost)
  const navigate = useNavigate()
  const add = (
    <RightButton right={postAssessment.save} type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      新建岗位测评
    </RightButton>
  )
  const filters = filtersOf(postAssessment.list, [
    { name: 'name', label: '测评名称', kind: 'text' },
    {
      ...{ name: 'postId', label: '岗位', kind: 'select' },
      options: (posts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      ...{ name: 'status', label: '状态', kind: 'select' },
      options: appointmentStatus.options.filter(({ value }) => shown.includes(value)),
    },
  ])
  return (
    <>
      <ListPage
        title="岗位测评"
        header={{
          description:
            '一次安排通用知识、专业技能和职业性格三项测评；所用的考试不进入考试列表、报表和额度，同样受防作弊与阅卷规则保护。',
        }}
        endpoint={postAssessment.list}
        rowKey="id"
        filters={filters}
        toolbar={
          <>
            {add}
            <Button onClick={() => void navigate(postReportsPath)}>查看报告</Button>
          </>
        }
        emptyText="还没有岗位测评"
        emptyAction={add}
        columns={columns}
      />
      {isMaking && <PostForm postId={params.get('postId')} onClose={() => setMaking(false)} />}
    </>
  )
}

const columns: TableColumnsType<PostAssessmentRow> = [
  ...whichColumns,
  { title: '岗位', dataIndex: 'postName', width: 110, ellipsis: true },
  {
    title: '组成',
    dataIndex: 'parts',
    width: 190,
    ellipsis: true,
    render: (parts: readonly number[]) => parts.map((part) => postPart.label(part)).join('、'),
  },
  ...standingColumns,
  { title: '创建人', dataIndex: 'creatorName', width: 90, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '操作', key: 'actions', width: 120, fixed: 'right', render: (_, row) => <PostActions row={row} /> },
]

type ActedRow = Pick<PostAssessmentRow, 'id' | 'name' | 'status' | 'resultCount'>

export function PostActions({ row, isOnDetail = false }: { readonly row: ActedRow; readonly isOnDetail?: boolean }): ReactNode {
  const navigate = useNavigate()
  const { id, name, status } = row
  const isRunning = status !== draft && status !== closed
  return (
    <RowActions
      moreName={`${name}的更多操作`}
      actions={[
        !isOnDetail && { label: '查看', name: `查看${name}`, run: () => navigate(postTestPath(id)) },
        isRunning &&
          calling(postAssessment.close, {
            label: '结束',
            name: `结束${name}`,
            isDangerous: true,
            input: { id },
            confirm: {
              title: '结束岗位测评？',
              content: `“${name}”结束后不能再开始任何一项；正在答题的人有两分钟交卷，之后按已完成的部分出具报告。`,
              isDangerous: true,
            },
            successText: '岗位测评已结束',
          }),
        row.resultCount === 0 &&
          calling(postAssessment.remove, {
            label: '删除',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: { title: '删除岗位测评？', content: `删除后不可恢复：${name}。已有人开始的不能删除。`, isDangerous: true },
            successText: '删除成功',
            onDone: () => void navigate(postTestsPath),
          }),
      ]}
    />
  )
}
