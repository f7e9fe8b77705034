import { outerCollection } from '@kaopei/collect/contract/collection'
import { metaDataField } from '@kaopei/collect/contract/meta-field'
import { outerField } from '@kaopei/collect/contract/outer-field'
import { type DepartmentNode, department } from '@kaopei/org/contract/department'
import { groupCategory } from '@kaopei/usergroup/contract/category'
import { group } from '@kaopei/usergroup/contract/group'
import type { DemoClient } from './client.ts'
import type { DemoCompany } from './company.ts'
import type { Stage } from './stage.ts'

/** User groups of both kinds in their categories, and the company's own fields of candidates and employees. */
export async function makeDemoGroups(stage: Stage, company: DemoCompany): Promise<void> {
  // What autovacuum does a minute later: the planner must know how many people there are.
  await stage.rows('analyze org.staff, org.department, org.staff_department', [])
  const admin = stage.as(company.admin, true)
  const at = departmentsByName(await admin.call(department.getDepartmentTree))
  await makeGroups(admin, company, at)
  await makeFields(admin)
}

async function makeGroups(admin: DemoClient, company: DemoCompany, at: (name: string) => string): Promise<void> {
  const { id: training } = await admin.call(groupCategory.createStaffGroupCate, { name: '培训对象' })
  const { id: fresh } = await admin.call(groupCategory.createStaffGroupCate, { name: '新员工', parentId: training })
  const { id: safety } = await admin.call(groupCategory.createStaffGroupCate, { name: '安全生产' })
  const below = (...names: string[]) => ({
    kind: 'department' as const,
    departmentIds: names.map(at),
    withBelow: true,
    isNot: false,
  })
  await admin.call(group.createStaffGroup, {
    name: '2024年入职员工',
    descript: '2024年内入职，自动维护',
    categoryId: fresh,
    kind: 2,
    rule: { match: 'all', items: [{ kind: 'entryDate', from: '2024-01-01', to: '2024-12-31' }] },
  })
  await admin.call(group.createStaffGroup, {
    name: '一线生产人员',
    descript: '制造中心与安全环保部的在职人员，含全部下级部门',
    categoryId: safety,
    kind: 2,
    rule: { match: 'all', items: [below('制造中心', '安全环保部'), { kind: 'state', state: 1 }] },
  })
  await admin.call(group.createStaffGroup, {
    name: '研发与测试新人',
    descript: '研发中心人员中，近两年入职或在测试部的',
    categoryId: training,
    kind: 2,
    rule: {
      match: 'all',
      items: [
        below('研发中心'),
        { kind: 'branch', match: 'any', conditions: [{ kind: 'entryWithin', days: 730 }, below('测试部')] },
      ],
    },
  })
  await admin.call(group.createStaffGroup, {
    name: '内训师储备',
    descript: '人力资源部推荐，每季度调整一次',
    categoryId: training,
    selection: { staffIds: company.staff.filter((_, index) => index % 12 === 5).map(({ id }) => id) },
  })
  await admin.call(group.createStaffGroup, {
    name: '应急演练小组',
    categoryId: safety,
    selection: { departmentIds: [at('设备维护部')], staffIds: company.candidates.map(({ id }) => id) },
  })
}

async function makeFields(admin: DemoClient): Promise<void> {
  const degree = { name: '最高学历', customType: 2 as const, optionContent: ['高中及以下', '大专', '本科', '硕士及以上'] }
  const { id } = await admin.call(outerField.add, degree)
  await admin.call(outerField.add, { name: '毕业院校', customType: 1 })
  const requirement = ['name', 'phone', 'idCard']
  await admin.call(outerCollection.saveDefaultCollection, { requirement, optional: ['email', 'company', id], version: 0 })
  await admin.call(metaDataField.create, { name: '籍贯', customType: 1 })
  await admin.call(metaDataField.create, { name: '外语', customType: 3, optionContent: ['英语', '日语', '德语', '法语'] })
}

function departmentsByName(tree: readonly DepartmentNode[]): (name: string) => string {
  const ids = new Map<string, string>()
  const walk = (nodes: readonly DepartmentNode[]): void => {
    for (const { id, name, children = [] } of nodes) {
      ids.set(name, id)
      walk(children)
    }
  }
  walk(tree)
  return (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`the demo company has no department ${name}`)
    return id
  }
}
