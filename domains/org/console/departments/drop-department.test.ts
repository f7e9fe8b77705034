import { expect, test } from 'vitest'
import type { DepartmentNode } from '../../contract/department.ts'
import { partOf, placeOf } from './drop-department.ts'

function node(id: string, parentId: string | null, children: DepartmentNode[] = [], isSelectable = true): DepartmentNode {
  return {
    id,
    name: id,
    parentId,
    sort: 0,
    staffCount: 0,
    totalCount: 0,
    hasChildren: children.length > 0,
    isSelectable,
    children,
  }
}

// 总部 ─ 研发(平台, 应用) ─ 市场
const tree = [node('总部', null, [node('研发', '总部', [node('平台', '研发'), node('应用', '研发')]), node('市场', '总部')])]
const place = (id: string, onto: string, at: number) => {
  const found = placeOf(tree, { id, onto, at })
  return found && [found.parent?.id ?? null, found.beforeId]
}

test.each<[string, string, string, number, unknown]>([
  ['into another', '市场', '研发', 0, ['研发', null]],
  ['above a sibling', '应用', '平台', -1, ['研发', '平台']],
  ['below the last one', '平台', '应用', 1, ['研发', null]],
  ['between those of another', '市场', '平台', 1, ['研发', '应用']],
  ['to the top', '市场', '总部', 1, [null, null]],
  ['into its own child', '研发', '平台', 0, undefined],
  ['beside its own child', '研发', '平台', 1, undefined],
  ['into itself', '研发', '研发', 0, undefined],
  ['where it is', '平台', '研发', 0, undefined],
])('%s', (_name, id, onto, at, expected) => {
  expect(place(id, onto, at)).toEqual(expected)
})

test('a department that only leads to the data scope takes nothing', () => {
  const scoped = [node('总部', null, [node('研发', '总部'), node('市场', '总部')], false)]
  expect(placeOf(scoped, { id: '市场', onto: '总部', at: 0 })).toBeUndefined()
  expect(placeOf(scoped, { id: '市场', onto: '研发', at: -1 })).toBeUndefined()
  expect(placeOf(scoped, { id: '市场', onto: '研发', at: 0 })).toMatchObject({ parent: { id: '研发' } })
})

test('the middle of a line is into the department, its edges beside it', () => {
  expect([0, 0.2, 0.3, 0.5, 0.7, 0.8, 1].map((share) => partOf(share, false))).toEqual([-1, -1, 0, 0, 0, 1, 1])
  expect([0.2, 0.5, 0.9].map((share) => partOf(share, true))).toEqual([-1, 0, 0])
})
