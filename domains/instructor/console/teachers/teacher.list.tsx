import { PlusOutlined } from '@ant-design/icons'
import { departmentFilter } from '@kaopei/org/parts'
import {
  ActionButton,
  CodeTag,
  Dash,
  filtersOf,
  ListPage,
  RightButton,
  RowActions,
  ToneTag,
  useCall,
  whenShown,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { teacherCategory } from '../../contract/category.ts'
import { teacherLevel, teacherOrigin, teacherState } from '../../contract/codes.ts'
import { type TeacherRow, teacher } from '../../contract/teacher.ts'
import { detailPath } from '../paths.ts'
import { meanText, minutesText } from '../words.ts'
import { TeacherCategories } from './category.side.tsx'
import { RemoveDialog } from './remove.dialog.tsx'
import type { TeacherDrawerProps } from './teacher.form.tsx'

const TeacherDrawer = whenShown<TeacherDrawerProps>(
  () => import('./teacher.form.tsx').then((form) => ({ default: form.TeacherDrawer })),
  null,
)
const BatchDrawer = whenShown<{ readonly onClose: () => void }>(
  () => import('./batch.drawer.tsx').then((form) => ({ default: form.BatchDrawer })),
  null,
)

type Opened =
  | { readonly kind: 'new' | 'batch' }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'remove'; readonly ids: readonly string[]; readonly done?: () => void }

/** Who teaches, and how they have done. */
export function TeacherList(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [params] = useSearchParams()
  const categoryId = params.get('category')
  const tags = useCall(teacherCategory.listTag, {})
  const close = () => setOpened(undefined)
  const add = (
    <>
      <RightButton right={teacher.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
        新增讲师
      </RightButton>
      <RightButton right={teacher.createBatch} onClick={() => setOpened({ kind: 'batch' })}>
        批量添加
      </RightButton>
    </>
  )
  const tagOptions = (tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <ListPage
        endpoint={teacher.list}
        rowKey="id"
        side={<TeacherCategories />}
        sideLabel="讲师分类"
        extraInput={categoryId ? { categoryId } : {}}
        filters={[
          ...filters,
          ...filtersOf(teacher.list, [{ name: 'tagId', label: '标签', kind: 'select', options: tagOptions }]),
        ]}
        columns={columns(setOpened)}
        toolbar={({ state }) => (
          <>
            {add}
            <ActionButton
              endpoint={teacher.exportTeacher}
              input={{ ...state.filters, ...(categoryId && { categoryId }) }}
              successText="已开始导出，请到下载中心查看"
            >
              导出
            </ActionButton>
          </>
        )}
        batchActions={({ ids, clear }) => (
          <RightButton danger right={teacher.remove} onClick={() => setOpened({ kind: 'remove', ids, done: clear })}>
            批量删除
          </RightButton>
        )}
        emptyText="还没有讲师"
        emptyAction={add}
      />
      {opened?.kind === 'new' && <TeacherDrawer onClose={close} />}
      {opened?.kind === 'edit' && <TeacherDrawer id={opened.id} onClose={close} />}
      {opened?.kind === 'batch' && <BatchDrawer onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDialog ids={opened.ids} onClose={close} onDone={opened.done} />}
    </>
  )
}

const filters = filtersOf(teacher.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、机构、职称或工号' },
  departmentFilter,
  { name: 'level', label: '级别', kind: 'select', options: teacherLevel.options },
  { name: 'origin', label: '来源', kind: 'select', options: teacherOrigin.options },
  { name: 'state', label: '状态', kind: 'select', options: teacherState.options },
])

const columns = (open: (opened: Opened) => void): TableColumnsType<TeacherRow> => [
  {
    title: '姓名',
    dataIndex: 'name',
    width: 110,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={detailPath(id)}>{name}</Link>,
  },
  {
    title: '级别',
    dataIndex: 'level',
    width: 100,
    render: (level: number) => <CodeTag codes={teacherLevel} value={level} />,
  },
  { title: '来源', dataIndex: 'originName', width: 64 },
  {
    title: '部门 / 机构',
    key: 'from',
    width: 150,
    ellipsis: true,
    render: (_, { department, institution }) => <Dash>{institution || department}</Dash>,
  },
  { title: '分类', dataIndex: 'categoryName', width: 100, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  {
    title: '标签',
    dataIndex: 'tags',
    width: 140,
    ellipsis: true,
    render: (tags: TeacherRow['tags']) => <Dash>{tags.map(({ name }) => name).join('、')}</Dash>,
  },
  { title: '手机号', dataIndex: 'phone', width: 120, render: (phone: string | null) => <Dash>{phone}</Dash> },
  {
    title: '已确认课时',
    dataIndex: 'taughtMinutes',
    width: 110,
    align: 'right',
    className: 'kp-number',
    render: (minutes: number) => minutesText(minutes),
  },
  {
    title: '评分',
    dataIndex: 'rating',
    width: 120,
    align: 'right',
    className: 'kp-number',
    render: (rating: TeacherRow['rating']) => meanText(rating),
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 76,
    render: (state: number, { hasLeft }) =>
      hasLeft ? <ToneTag tone="neutral">已离职</ToneTag> : <CodeTag codes={teacherState} value={state} />,
  },
  {
    title: '操作',
    key: 'actions',
    width: 150,
    fixed: 'right',
    render: (_, { id, name }) => (
      <RowActions
        moreName={`${name}的更多操作`}
        actions={[
          { label: '编辑', name: `编辑 ${name}`, right: teacher.modify, run: () => open({ kind: 'edit', id }) },
          { label: '日程', name: `日程 ${name}`, to: detailPath(id, 'schedule') },
          {
            label: '删除',
            name: `删除 ${name}`,
            isDangerous: true,
            isFolded: true,
            right: teacher.remove,
            run: () => open({ kind: 'remove', ids: [id] }),
          },
        ]}
      />
    ),
  },
]
