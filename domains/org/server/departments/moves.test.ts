import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { addPerson, openOrgWorld } from '../org-arrange.ts'

// Many hands at one tree: whatever they do at once, it stays a tree.

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

/** Departments of a company by SQL: each stands below the one that `parentOf` names by its number, or at the top. */
async function plant(companyId: string, count: number, parentOf: (n: number) => number | null): Promise<string[]> {
  const ids: string[] = []
  const paths: string[] = []
  const made = await world.rows<{ id: string }>('select kit.new_id() as id from generate_series(1, $1::int)', [count])
  for (const [n, { id }] of made.entries()) {
    const parent = parentOf(n)
    ids.push(id)
    paths.push(`${parent === null ? '/' : paths[parent]}${id}/`)
  }
  const parents = ids.map((_, n) => ids[parentOf(n) ?? -1] ?? null)
  await world.rows(
    `insert into org.department (company_id, id, parent_id, name, path, sort)
     select $1, x.id, x.parent_id, '部门' || x.n, x.path, 10
     from unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality as x (id, parent_id, path, n)`,
    [companyId, ids, parents, paths],
  )
  await world.rows('analyze org.department')
  return ids
}

/** Every path is its parent's with its own id, and every parent is there. */
async function expectTree(companyId: string): Promise<void> {
  const [broken] = await world.rows(
    `select count(*)::int as n
     from org.department d
     left join org.department p on p.company_id = d.company_id and p.id = d.parent_id and p.removed_at is null
     where d.company_id = $1 and d.removed_at is null
       and (d.path <> coalesce(p.path, '/') || d.id || '/' or (d.parent_id is not null and p.id is null))`,
    [companyId],
  )
  expect(broken).toEqual({ n: 0 })
}

const countOf = (nodes: readonly DepartmentNode[]): number =>
  nodes.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0)

test('sixty drops at once, from everywhere to everywhere, make no circle and lose nobody', async () => {
  const admin = await world.actor()
  const ids = await plant(admin.companyId, 40, (n) => (n === 0 ? null : Math.floor((n - 1) / 3)))
  await addPerson(world, admin, { departmentId: ids[39] ?? '' })
  // Numbers without a pattern, the same in every run.
  const any = (seed: number) => ids[(seed * 7919 + 104_729) % 40] ?? ''
  const drops = Array.from({ length: 60 }, (_, n) => ({
    id: any(n * 3 + 1),
    parentId: any(n * 5 + 2),
    beforeId: any(n * 11 + 3),
  }))
  const answers = await Promise.all(drops.map((drop) => world.as(admin).call(department.move, drop)))
  const codes = new Set(answers.map(({ code }) => code))
  expect([...codes].filter((code) => ![0, 2100, 2101, 2104].includes(code))).toEqual([])
  expect(codes.has(0)).toBe(true)
  await expectTree(admin.companyId)
  const tree = await world.as(admin).get(department.getDepartmentTree)
  expect(countOf(tree)).toBe(40)
  expect(tree.reduce((sum, { totalCount }) => sum + totalCount, 0)).toBe(1)
})

test('a department that goes into another while that one is deleted goes along to where the people go, or is refused', async () => {
  const admin = await world.actor()
  const [top = '', goes = '', takes = '', ...movers] = await plant(admin.companyId, 8, (n) => (n === 0 ? null : 0))
  const as = world.as(admin)
  await Promise.all([
    as.call(department.delete, { id: goes, targetDepartmentId: takes }),
    ...movers.map((id) => as.call(department.move, { id, parentId: goes, fromParentId: top })),
  ])
  await expectTree(admin.companyId)
  expect(countOf(await as.get(department.getDepartmentTree))).toBe(7)
})

test('among thousands of siblings a drop finds its place, and a branch of thousands moves whole', async () => {
  const admin = await world.actor()
  const siblings = 3000
  // One branch with as many below it as there are siblings.
  const ids = await plant(admin.companyId, siblings * 2, (n) => (n === 0 ? null : n < siblings ? 0 : 1))
  const as = world.as(admin)
  const [top = '', branch = '', first = ''] = ids
  const last = ids[siblings - 1] ?? ''
  await as.get(department.move, { id: last, parentId: top, beforeId: first, fromParentId: top })
  const level = await as.get(department.getDepartmentTree, { lazy: true, parentId: top })
  const order = level.map(({ id }) => id)
  expect(order).toHaveLength(siblings - 1)
  expect(order.indexOf(last)).toBe(order.indexOf(first) - 1)
  await as.get(department.move, { id: branch, parentId: last, fromParentId: top })
  await expectTree(admin.companyId)
  expect(await as.call(department.move, { id: last, parentId: ids[siblings] ?? '' })).toMatchObject({ code: 2101 })
})
