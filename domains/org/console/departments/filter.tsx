import type { FilterOf } from '@kaopei/web'
import { DepartmentTreeSelect } from './department-tree-select.tsx'

/** Of lists of people: a department with everything below it. */
export const departmentFilter = {
  name: 'departmentId',
  label: '部门',
  kind: 'custom',
  render: ({ value, onChange }) => (
    <DepartmentTreeSelect label="部门" value={typeof value === 'string' ? value : null} onChange={onChange} placeholder="全部" />
  ),
} satisfies FilterOf<{ departmentId?: string | null }>
