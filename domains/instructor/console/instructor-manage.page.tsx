import { PageHeader, useAddress, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { FileListProps } from './detail/file.list.tsx'
import { TeacherList } from './teachers/teacher.list.tsx'
import './instructor.css'

// The tabs behind the first come when they are opened.
const FileList = whenShown<FileListProps>(() => import('./detail/file.list.tsx').then((tab) => ({ default: tab.FileList })))
const ProposalList = whenShown<object>(() => import('./growth/proposal.list.tsx').then((tab) => ({ default: tab.ProposalList })))
const HoursTab = whenShown<object>(() => import('./hours/hours-tab.tsx').then((tab) => ({ default: tab.HoursTab })))
const BookingList = whenShown<object>(() => import('./schedule/booking.list.tsx').then((tab) => ({ default: tab.BookingList })))
const FreeList = whenShown<object>(() => import('./schedule/free.list.tsx').then((tab) => ({ default: tab.FreeList })))

const tabs = [
  { key: 'teachers', label: '讲师', content: () => <TeacherList /> },
  { key: 'free', label: '查找空闲', content: () => <FreeList /> },
  { key: 'bookings', label: '授课预约', content: () => <BookingList /> },
  { key: 'hours', label: '课时与课酬', content: () => <HoursTab /> },
  { key: 'promotions', label: '晋级审批', content: () => <ProposalList /> },
  { key: 'files', label: '档案到期', content: () => <FileList endsWithinDays={60} /> },
] as const

/** 讲师管理: people, their time, their hours, what waits for a decision. */
export default function InstructorManagePage(): ReactNode {
  const [params, setParams] = useAddress()
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  return (
    <>
      <PageHeader
        title="讲师管理"
        tabs={{
          items: tabs.map(({ key, label }) => ({ key, label })),
          active: open.key,
          onChange: (tab) => setParams({ tab }),
        }}
      />
      {open.content()}
    </>
  )
}
