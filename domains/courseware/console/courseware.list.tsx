import { CloudUploadOutlined, FileAddOutlined } from '@ant-design/icons'
import { filtersOf, ListPage, PageHeader, RightButton, whenShown } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { coursewareType, transStatus } from '../contract/codes.ts'
import { type CoursewareRow, courseware } from '../contract/courseware.ts'
import { lessonManage } from '../contract/menus.ts'
import { ConverterTroubles } from './converter-troubles.tsx'
import { coursewareColumns } from './courseware-columns.tsx'
import { usePointFilter } from './fact-fields.tsx'
import type { Opened } from './opened.ts'
import './courseware.css'

// The list itself needs none of these: their code comes with the first opening.
const PreviewDrawer = whenShown(async () => ({ default: (await import('./preview.drawer.tsx')).PreviewDrawer }), null)
const EditCourseware = whenShown(async () => ({ default: (await import('./courseware.form.tsx')).EditCourseware }), null)
const ReplaceFile = whenShown(async () => ({ default: (await import('./replace.drawer.tsx')).ReplaceFile }), null)
const SubtitleDrawer = whenShown(async () => ({ default: (await import('./subtitle.drawer.tsx')).SubtitleDrawer }), null)

const pollMs = 3000

const filters = (points: ReturnType<typeof usePointFilter>) =>
  filtersOf(courseware.courseWareList, [
    { name: 'title', label: '标题', kind: 'text' },
    { name: 'type', label: '类型', kind: 'select', options: coursewareType.options },
    { name: 'transStatus', label: '转码状态', kind: 'select', options: transStatus.options },
    ...points,
    { name: 'creatorName', label: '创建人', kind: 'text' },
    { name: 'content', label: '正文', kind: 'text', placeholder: '文档、微课中的文字' },
    { name: 'updated', label: '更新日期', kind: 'dateRange', range: ['startDate', 'endDate'] },
  ])

const isUnderWay = ({ work }: CoursewareRow) => work.state === 'waiting' || work.state === 'running'

/** 课件管理: asked again only while something is being made ready. */
export default function CoursewareListPage(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const points = usePointFilter()
  const close = () => setOpened(undefined)
  const add = <AddButtons />
  return (
    <>
      <PageHeader title="课件管理" />
      <ConverterTroubles />
      <ListPage
        endpoint={courseware.courseWareList}
        rowKey="id"
        filters={filters(points)}
        toolbar={add}
        columns={coursewareColumns(setOpened)}
        refetchInterval={(rows) => (rows.some(isUnderWay) ? pollMs : false)}
        emptyText="暂无课件"
        emptyAction={add}
      />
      {opened?.kind === 'preview' && <PreviewDrawer row={opened.row} onClose={close} />}
      {opened?.kind === 'edit' && <EditCourseware id={opened.row.id} onClose={close} />}
      {opened?.kind === 'replace' && <ReplaceFile row={opened.row} onClose={close} />}
      {opened?.kind === 'subtitles' && <SubtitleDrawer row={opened.row} onClose={close} />}
    </>
  )
}

function AddButtons(): ReactNode {
  const navigate = useNavigate()
  const { add } = lessonManage.rights
  return (
    <>
      <RightButton
        right={add}
        type="primary"
        icon={<CloudUploadOutlined />}
        onClick={() => void navigate('/createCourseWareInfo')}
      >
        上传课件
      </RightButton>
      <RightButton right={add} icon={<FileAddOutlined />} onClick={() => void navigate('/productionOnlinePage')}>
        制作微课
      </RightButton>
    </>
  )
}
