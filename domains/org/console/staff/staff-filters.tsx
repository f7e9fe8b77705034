import { type FilterOf, filtersOf } from '@kaopei/web'
import { staffState } from '../../contract/codes.ts'
import { staff } from '../../contract/staff.ts'
import { departmentFilter } from '../departments/filter.tsx'
import { LabelSelect, PostSelect, RankSelect } from './belonging-fields.tsx'

const whereAndHow = filtersOf(staff.list, [
  departmentFilter,
  { name: 'state', label: '状态', kind: 'select', options: staffState.options },
])

const label = {
  name: 'labelIds',
  label: '标签',
  kind: 'custom',
  isMultiple: true as const,
  render: ({ value, onChange }) => (
    <LabelSelect
      label="标签"
      placeholder="全部"
      value={Array.isArray(value) ? value : []}
      onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
    />
  ),
} satisfies FilterOf<{ labelIds?: string[] }>

export const employeeFilters = filtersOf(staff.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号、手机号' },
  ...whereAndHow,
  {
    name: 'postIds',
    label: '岗位',
    kind: 'custom',
    isMultiple: true,
    render: ({ value, onChange }) => (
      <PostSelect label="岗位" placeholder="全部" value={firstOf(value)} onChange={(id) => onChange(id ? [id] : undefined)} />
    ),
  },
  {
    name: 'rankIds',
    label: '职级',
    kind: 'custom',
    isMultiple: true,
    render: ({ value, onChange }) => (
      <RankSelect label="职级" placeholder="全部" value={firstOf(value)} onChange={(id) => onChange(id ? [id] : undefined)} />
    ),
  },
  label,
  { name: 'entryDate', label: '入职日期', kind: 'dateRange', range: ['entryDateStart', 'entryDateEnd'] },
])

/** Outside candidates have no place in the company beyond a department. */
export const outsideFilters = filtersOf(staff.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、手机号' },
  ...whereAndHow,
  label,
])

/** The address may hold several; these two selects show one. */
function firstOf(value: string | readonly string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
