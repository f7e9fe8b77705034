import type { ActedOn } from '@kaopei/org/slots'
import { CodeTag, Dash, FocusReturn, formatInstant, ListPage, RightButton, useMay } from '@kaopei/web'
import { Button, Drawer, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { appointmentStatus } from '../../contract/codes.ts'
import { postReportMenu } from '../../contract/menus.ts'
import { type PostAssessmentRow, postAssessment } from '../../contract/post.ts'
import { postReportsPath, postTestPath, postTestsPath } from '../paths.ts'

interface OfPostProps {
  readonly open: boolean
  readonly post: ActedOn
  readonly onClose: () => void
}

/** The assessments of one post, from the post's own row: there, and on to its reports and a new one. */
export default function OfPost({ open, post: { id, name }, onClose }: OfPostProps): ReactNode {
  const navigate = useNavigate()
  const maySee = useMay(postReportMenu.rights.view)
  return (
    <Drawer open={open} title={`${name} · 岗位测评`} size={820} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={postAssessment.list}
        rowKey="id"
        stateIn="memory"
        extraInput={{ postId: id }}
        emptyText="这个岗位还没有测评"
        columns={columns}
        toolbar={
          <>
            <RightButton
              right={postAssessment.save}
              type="primary"
              onClick={() => void navigate(`${postTestsPath}?postId=${id}&new=1`)}
            >
              新建岗位测评
            </RightButton>
            {maySee && <Button onClick={() => void navigate(`${postReportsPath}?postId=${id}`)}>查看报告</Button>}
          </>
        }
      />
    </Drawer>
  )
}

const columns: TableColumnsType<PostAssessmentRow> = [
  {
    title: '测评名称',
    dataIndex: 'name',
    width: 220,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={postTestPath(id)}>{name}</Link>,
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 94,
    render: (status: number) => <CodeTag codes={appointmentStatus} value={status} />,
  },
  { title: '被测人', dataIndex: 'personCount', width: 76, align: 'right', className: 'kp-number' },
  { title: '已出报告', dataIndex: 'resultCount', width: 88, align: 'right', className: 'kp-number' },
  {
    title: '截止时间',
    dataIndex: 'endTime',
    width: 150,
    render: (time: string | null) => <Dash>{time && formatInstant(time)}</Dash>,
  },
]
