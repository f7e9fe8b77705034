import { expect, test } from 'vitest'
import { leastOfDepartment } from '../../contract/result.ts'
import { drawnDepartments } from './drawn-departments.ts'

const departments = (count: number, n: number) => Array.from({ length: count }, () => ({ n }))

test.each([
  ['all that fit', departments(20, leastOfDepartment), '部门的均分', 20],
  ['too small ones are none', [...departments(20, 9), ...departments(9, leastOfDepartment - 1)], '部门的均分', 20],
  ['the first of more, and that there are more', departments(21, 9), '前 20 个部门的均分，其余见下表', 20],
])('a chart draws %s', (_, rows, title, count) => {
  expect(drawnDepartments(rows)).toMatchObject({ title, drawn: { length: count } })
})
