import { CodeTag, filtersOf, formatInstant, ListPage } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { examAnnouncements, type NoticeExamRow } from '../../contract/exam-announcements.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { noticePath } from '../paths.ts'

const filters = filtersOf(examAnnouncements.exams, [
  { name: 'examName', label: '考试名称', kind: 'text', placeholder: '请输入考试名称' },
])

const columns: TableColumnsType<NoticeExamRow> = [
  {
    title: '考试名称',
    dataIndex: 'examName',
    width: 260,
    ellipsis: true,
    render: (name: string, { examinationId }) => <Link to={noticePath(examinationId)}>{name}</Link>,
  },
  {
    title: '考试状态',
    dataIndex: 'examStatus',
    width: 96,
    render: (status: number) => <CodeTag codes={examStatus} value={status} />,
  },
  {
    title: '考试时间',
    key: 'times',
    width: 300,
    render: (_, { admissionStartTime, admissionEndTime }) =>
      `${formatInstant(admissionStartTime)} ~ ${formatInstant(admissionEndTime)}`,
  },
  { title: '须知版本', dataIndex: 'versionCount', width: 90, align: 'right' },
  {
    title: '已确认须知',
    key: 'confirmed',
    width: 110,
    align: 'right',
    render: (_, { confirmedCount, candidateCount }) => `${confirmedCount} / ${candidateCount}`,
  },
  { title: '公告', dataIndex: 'announcementCount', width: 80, align: 'right' },
]

/** 考试须知与公告: what candidates confirmed before, and are told during an exam. */
export default function CandidatesNoticeList(): ReactNode {
  return (
    <ListPage
      title="考试须知与公告"
      header={{ description: '查看考生确认过的须知原文和监考授权；考试进行中发布公告，并了解每名考生是否已收到、已确认。' }}
      endpoint={examAnnouncements.exams}
      rowKey="examinationId"
      filters={filters}
      columns={columns}
      emptyText="没有已发布的考试"
    />
  )
}
