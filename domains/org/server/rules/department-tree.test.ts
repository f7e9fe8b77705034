import fc from 'fast-check'
import { expect, test } from 'vitest'
import { departmentTree, levelOf, matchingTree } from './department-tree.ts'
import { pathNames } from './path-names.ts'
import { DepartmentPlan } from './plan-departments.ts'

const row = (id: string, parentId: string | null, staffCount: number, isSelectable = true) => ({
  id,
  name: `部门${id}`,
  parentId,
  sort: 0,
  staffCount,
  isSelectable,
})

test('counts go up the tree; what cannot be selected adds nothing of its own', () => {
  const tree = departmentTree([row('c', 'b', 4), row('a', null, 1, false), row('b', 'a', 2), row('d', 'a', 8, false)])
  expect(tree).toMatchObject([
    {
      id: 'a',
      staffCount: 0,
      totalCount: 6,
      children: [
        { id: 'b', totalCount: 6, hasChildren: true },
        { id: 'd', totalCount: 0 },
      ],
    },
  ])
})

test('the sum of the top is the sum of all, whatever the tree', () => {
  const anyTree = fc
    .array(fc.record({ up: fc.nat(), count: fc.nat(1000) }), { minLength: 1, maxLength: 60 })
    .map((nodes) =>
      nodes.map(({ up, count }, index) => row(String(index), index === 0 || up % 5 === 0 ? null : String(up % index), count)),
    )
  fc.assert(
    fc.property(anyTree, (rows) => {
      const total = departmentTree(rows).reduce((sum, node) => sum + node.totalCount, 0)
      expect(total).toBe(rows.reduce((sum, { staffCount }) => sum + staffCount, 0))
    }),
  )
})

test('a level has no children in it; a search keeps the way to what it finds', () => {
  const tree = departmentTree([row('a', null, 0), row('b', 'a', 1), row('c', 'b', 1), row('d', null, 0)])
  expect(levelOf(tree, 'a')).toEqual([expect.not.objectContaining({ children: expect.anything() })])
  expect(levelOf(tree, 'missing')).toEqual([])
  expect(matchingTree(tree, '部门c')).toMatchObject([{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }])
})

test('names are joined from the top', () => {
  expect(pathNames([row('c', 'b', 0), row('b', 'a', 0), row('a', null, 0)]).get('c')).toBe('部门a/部门b/部门c')
})

test('a path is planned once, below the deepest department that is there', () => {
  const existing = [{ id: 'root', name: '总部', parentId: null, path: '/root/' }]
  let made = 0
  const plan = new DepartmentPlan(existing, () => `new${++made}`)
  expect(plan.find(['总部'])).toMatchObject({ id: 'root' })
  expect(plan.find(['总部', '研发部'])).toBeUndefined()
  const leaf = plan.reach(['总部', '研发部', '平台组'])
  expect(plan.reach(['总部', '研发部', '平台组'])).toBe(leaf)
  plan.reach(['别处', '分部'])
  expect(plan.planned).toEqual([
    { id: 'new1', name: '研发部', parentId: 'root', path: '/root/new1/', nearestId: 'root' },
    { id: 'new2', name: '平台组', parentId: 'new1', path: '/root/new1/new2/', nearestId: 'root' },
    { id: 'new3', name: '别处', parentId: null, path: '/new3/', nearestId: null },
    { id: 'new4', name: '分部', parentId: 'new3', path: '/new3/new4/', nearestId: null },
  ])
})
