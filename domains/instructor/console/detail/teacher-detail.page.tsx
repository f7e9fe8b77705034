import { CodeTag, DetailPage, EmptyState, formatInstant, RightButton, ToneTag, useCall, whenShown } from '@kaopei/web'
import { Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { teacherLevel, teacherState } from '../../contract/codes.ts'
import { type TeacherDetail, teacher } from '../../contract/teacher.ts'
import { managePath } from '../paths.ts'
import type { TeacherDrawerProps } from '../teachers/teacher.form.tsx'
import { meanText, minutesText } from '../words.ts'
import '../instructor.css'

interface OfTeacher {
  readonly teacherId: string
}

// The tabs behind the first, and the form, come when they are opened.
const CalendarTab = whenShown<OfTeacher>(() =>
  import('../schedule/calendar-tab.tsx').then((tab) => ({ default: tab.CalendarTab })),
)
const LineList = whenShown<OfTeacher>(() => import('../hours/line.list.tsx').then((tab) => ({ default: tab.LineList })))
const FileList = whenShown<OfTeacher>(() => import('./file.list.tsx').then((tab) => ({ default: tab.FileList })))
const CooperationList = whenShown<OfTeacher>(() =>
  import('./cooperation.list.tsx').then((tab) => ({ default: tab.CooperationList })),
)
const GrowthTab = whenShown<{ readonly detail: TeacherDetail }>(() =>
  import('../growth/growth-tab.tsx').then((tab) => ({ default: tab.GrowthTab })),
)
const TeacherDrawer = whenShown<TeacherDrawerProps>(
  () => import('../teachers/teacher.form.tsx').then((form) => ({ default: form.TeacherDrawer })),
  null,
)

/** One instructor: facts, time, hours, files, terms, growth. */
export default function TeacherDetailPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id === null ? <EmptyState text="请先从列表中选择讲师" /> : <Detail id={id} />
}

function Detail({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(teacher.get, { id })
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <DetailPage
        of={asked}
        head={({ name, level, state, hasLeft }) => ({
          title: name,
          back: () => void navigate(managePath),
          tags: (
            <>
              <CodeTag codes={teacherLevel} value={level} />
              {state === teacherState.disabled && <CodeTag codes={teacherState} value={state} />}
              {hasLeft && <ToneTag tone="neutral">已离职</ToneTag>}
            </>
          ),
          extra: (
            <RightButton right={teacher.modify} onClick={() => setEditing(true)}>
              编辑
            </RightButton>
          ),
        })}
        tabs={[
          { key: 'facts', label: '基本信息', content: (detail) => <Facts detail={detail} /> },
          { key: 'schedule', label: '日程与预约', content: ({ id: teacherId }) => <CalendarTab teacherId={teacherId} /> },
          { key: 'hours', label: '课时', content: ({ id: teacherId }) => <LineList teacherId={teacherId} /> },
          { key: 'files', label: '资质档案', content: ({ id: teacherId }) => <FileList teacherId={teacherId} /> },
          { key: 'cooperation', label: '合作与课酬', content: ({ id: teacherId }) => <CooperationList teacherId={teacherId} /> },
          { key: 'growth', label: '评价与晋级', content: (detail) => <GrowthTab detail={detail} /> },
        ]}
      />
      {isEditing && <TeacherDrawer id={id} onClose={() => setEditing(false)} onSaved={asked.refetch} />}
    </>
  )
}

function Facts({ detail }: { readonly detail: TeacherDetail }): ReactNode {
  const { originName, department, institution, title, categoryName, tags, phone, email, keeperName } = detail
  const { rating, taughtMinutes, introduction, createTime, jobNumber } = detail
  const or = (text: string | null) => text || '-'
  return (
    <section className="kp-card" aria-label="基本信息">
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'origin', label: '来源', children: originName },
          { key: 'department', label: '部门', children: or(department) },
          { key: 'institution', label: '所属机构', children: or(institution) },
          { key: 'jobNumber', label: '工号', children: or(jobNumber) },
          { key: 'title', label: '职称', children: or(title) },
          { key: 'category', label: '分类', children: or(categoryName) },
          { key: 'phone', label: '手机号', children: or(phone) },
          { key: 'email', label: '邮箱', children: or(email) },
          { key: 'keeper', label: '负责人', children: or(keeperName) },
          { key: 'hours', label: '已确认课时', children: minutesText(taughtMinutes) },
          { key: 'rating', label: '评分', children: meanText(rating) },
          { key: 'created', label: '添加时间', children: formatInstant(createTime) },
          { key: 'tags', label: '标签', span: 'filled', children: or(tags.map(({ name }) => name).join('、')) },
          { key: 'introduction', label: '简介', span: 'filled', children: or(introduction) },
        ]}
      />
    </section>
  )
}
