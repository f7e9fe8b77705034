import { whenShown } from '@kaopei/web'
import { Input } from 'antd'
import type { DepartmentTreeSelectProps } from './department-tree-control.tsx'

export type { DepartmentTreeSelectProps } from './department-tree-control.tsx'

/** One or several departments from the tree, which is read level by level as it is opened. The value is ids. */
export const DepartmentTreeSelect = whenShown<DepartmentTreeSelectProps>(
  () => import('./department-tree-control.tsx'),
  <Input disabled aria-label="部门" />,
)
