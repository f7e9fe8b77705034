import { CodeTag, Dash, formatInstant } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { appointmentStatus } from '../../contract/codes.ts'
import type { PostAssessmentRow } from '../../contract/post.ts'
import { postTestPath } from '../paths.ts'

type Columns = TableColumnsType<PostAssessmentRow>

/** Which assessment it is. */
export const whichColumns: Columns = [
  {
    title: '测评名称',
    dataIndex: 'name',
    width: 210,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={postTestPath(id)}>{name}</Link>,
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 94,
    render: (status: number) => <CodeTag codes={appointmentStatus} value={status} />,
  },
]

/** How far it is. */
export const standingColumns: Columns = [
  { title: '被测人', dataIndex: 'personCount', width: 76, align: 'right', className: 'kp-number' },
  { title: '已出报告', dataIndex: 'resultCount', width: 88, align: 'right', className: 'kp-number' },
  {
    title: '截止时间',
    dataIndex: 'endTime',
    width: 150,
    render: (time: string | null) => <Dash>{time && formatInstant(time)}</Dash>,
  },
]
