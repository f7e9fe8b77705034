import { EmptyState, Loaded, PageHeader, useAddress, useCall } from '@kaopei/web'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { examAnnouncements } from '../../contract/exam-announcements.ts'
import { noticesPath } from '../paths.ts'
import { ConsentList } from '../people/consent.list.tsx'
import { AnnouncementList } from './announcement.list.tsx'
import { VersionList } from './version.list.tsx'

/** Of one exam: announcements with their delivery, and each wording of its notice. */
export default function ExaminationNotice(): ReactNode {
  const [search, setSearch] = useAddress()
  const navigate = useNavigate()
  const examId = search.get('id')
  const asked = useCall(examAnnouncements.about, { examinationId: examId ?? '' }, { enabled: examId !== null })
  if (examId === null) return <EmptyState text="请从“考试须知与公告”列表打开" />
  return (
    <Loaded of={asked}>
      {({ examName, rooms }) => (
        <>
          <PageHeader title={examName} back={() => void navigate(noticesPath)} />
          <Tabs
            activeKey={search.get('tab') ?? 'announcements'}
            onChange={(tab) => setSearch({ id: examId, tab })}
            destroyOnHidden
            items={[
              { key: 'announcements', label: '考试公告', children: <AnnouncementList examId={examId} rooms={rooms} /> },
              { key: 'consents', label: '监考授权', children: <ConsentList examId={examId} /> },
              { key: 'versions', label: '须知版本', children: <VersionList examId={examId} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
