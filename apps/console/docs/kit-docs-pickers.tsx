import { CoursewarePicker } from '@kaopei/courseware/parts'
import { ExamPicker } from '@kaopei/exam/parts'
import { LecturerTab } from '@kaopei/instructor/parts'
import {
  DepartmentPicker,
  DepartmentTab,
  DirectStaffTab,
  ImportTab,
  JobTab,
  PersonalTab,
  QuickStaffTab,
  SingleAddTab,
  StaffPicker,
  StaffTab,
  type Student,
  StudentDrawer,
} from '@kaopei/org/parts'
import { QuestionBankPicker } from '@kaopei/question/parts'
import {
  CourseSidePanel,
  FilterDrawer,
  type FilterSpec,
  type ListSource,
  type Picked,
  PickListTab,
  type PickTab,
  PracticePicker,
  ProjectTab,
  pickTabs,
  toast,
} from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { bought, broken, courses, endless, students as firstStudents, listing, type Thing, things } from './kit-docs-data.ts'

const filters: readonly FilterSpec[] = [{ name: 'name', label: '名称', kind: 'text' }]
const columns = [
  { title: '名称', dataIndex: 'name', ellipsis: true },
  { title: '分组', dataIndex: 'group', width: 90 },
]
const itemOf = (row: Thing): Picked => ({ kind: 'thing', id: row.id, name: row.name })

const rows = (key: string, title: string, source: ListSource<Thing> | undefined): PickTab => ({
  key,
  title,
  content: (pick) => <PickListTab pick={pick} source={source} filters={filters} columns={columns} itemOf={itemOf} />,
})

const lists: readonly PickTab[] = [
  rows('many', '一千条', listing('docs many', things)),
  rows('none', '没有数据', listing<Thing>('docs none', [])),
  rows('broken', '加载失败', broken),
  rows('endless', '加载中', endless),
  rows('absent', '尚未开通', undefined),
]

const importPeople = async () => ({
  successCount: 2,
  list: [
    { id: 'i1', name: '导入甲' },
    { id: 'i2', name: '导入乙' },
  ],
})

const people: readonly PickTab[] = [
  { key: '1', title: pickTabs['1'].title, content: (pick) => <DepartmentTab pick={pick} /> },
  { key: '2', title: pickTabs['2'].title, content: (pick) => <StaffTab pick={pick} hasSelectAll /> },
  { key: '3', title: pickTabs['3'].title, content: (pick) => <JobTab pick={pick} /> },
  { key: '4', title: pickTabs['4'].title, content: (pick) => <DirectStaffTab pick={pick} /> },
  { key: '5', title: pickTabs['5'].title, content: (pick) => <QuickStaffTab pick={pick} /> },
  { key: '6', title: pickTabs['6'].title, content: (pick) => <PersonalTab pick={pick} /> },
  { key: '9', title: pickTabs['9'].title, content: (pick) => <SingleAddTab pick={pick} /> },
  { key: '10', title: pickTabs['10'].title, content: (pick) => <ImportTab pick={pick} importEndpoint={importPeople} /> },
]

const coming: readonly PickTab[] = [
  { key: 'project', title: '项目', content: (pick) => <ProjectTab pick={pick} /> },
  { key: 'lecturer', title: '讲师', content: (pick) => <LecturerTab pick={pick} /> },
]

const locked: readonly Picked[] = [
  { kind: 'thing', id: '1', name: '示例条目 1', locked: true },
  { kind: 'thing', id: '5', name: '示例条目 5' },
]

type Opened = keyof typeof names | undefined
const names = {
  lists: '列表的各种状态',
  locked: '含锁定项',
  single: '单选',
  slow: '提交中',
  people: '选人（全部页签）',
  coming: '尚未开通的页签',
  department: '部门',
  staff: '人员',
  exam: '考试',
  bank: '题库',
  course: '课程面板',
  courseware: '课件',
  practice: '练习',
  student: '学员管理',
} as const

/** Every picker, opened by a button. */
export function DocsPickers(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [students, setStudents] = useState<readonly Student[]>(firstStudents)
  const at = (name: Opened) => ({
    open: opened === name,
    onClose: () => setOpened(undefined),
    onConfirm: (items: readonly unknown[]) => toast.success(`选择了 ${items.length} 项`),
  })
  return (
    <div className="kp-toolbar-buttons">
      {Object.entries(names).map(([name, label]) => (
        <Button key={name} onClick={() => setOpened(isName(name) ? name : undefined)}>
          {label}
        </Button>
      ))}
      <FilterDrawer {...at('lists')} title="列表的各种状态" tabs={lists} />
      <FilterDrawer {...at('locked')} title="含锁定项" tabs={lists} selected={locked} />
      <FilterDrawer {...at('single')} title="单选" tabs={lists} single />
      <FilterDrawer
        {...at('slow')}
        title="提交中"
        tabs={lists}
        selected={locked}
        onConfirm={() => new Promise(() => undefined)}
      />
      <FilterDrawer {...at('people')} title="选人" tabs={people} />
      <FilterDrawer {...at('coming')} title="尚未开通的页签" tabs={coming} />
      <DepartmentPicker {...at('department')} />
      <StaffPicker {...at('staff')} />
      <ExamPicker {...at('exam')} />
      <QuestionBankPicker {...at('bank')} />
      <CourseSidePanel {...at('course')} hasType source={courses} bought={bought} />
      <CoursewarePicker {...at('courseware')} />
      <PracticePicker {...at('practice')} />
      <StudentDrawer
        open={opened === 'student'}
        onClose={() => setOpened(undefined)}
        students={students}
        onChange={setStudents}
      />
    </div>
  )
}

function isName(name: string): name is keyof typeof names {
  return name in names
}
