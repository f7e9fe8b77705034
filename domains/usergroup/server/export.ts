import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { staffSource, staffState } from '@kaopei/org/contract/codes'
import { staffFilter } from '@kaopei/org/contract/staff'
import { contactSightShape, staffConditions } from '@kaopei/org/server'
import { type DataScope, type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput } from '@kaopei/sheet'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'
import { groupFilter } from '../contract/group.ts'
import { selectCategories } from './category.sql.ts'
import { countsFor, type GroupFilter, searchOf } from './group.service.ts'
import { selectGroups } from './group.sql.ts'
import { type MemberSearch, streamMembers } from './member.sql.ts'
import { shownGroup, shownMember } from './shown.ts'

const atOnce = 500

/** The list of groups as a workbook, with the counts that the asking person sees. */
export const groupExport = trackedJob({
  kind: 'usergroup.groups',
  title: () => '用户组',
  payload: z.object({ filter: groupFilter, scope: dataScopeShape }),
  run: async (asked, tracked) => {
    await tracked.transaction(async (db) => {
      await exportWorkbook(tracked, {
        fileName: '用户组.xlsx',
        sheets: [{ name: '用户组', columns: groupColumns, rows: groupRows(db, asked) }],
      })
    })
  },
})

const groupColumns = [
  { title: '用户组名称', width: 24 },
  { title: '描述', width: 40 },
  { title: '分类', width: 18 },
  { title: '类型', width: 8 },
  { title: '人数', width: 10 },
  { title: '创建时间', kind: 'datetime' as const, width: 20 },
  { title: '更新时间', kind: 'datetime' as const, width: 20 },
]

async function* groupRows(db: Db, asked: { filter: GroupFilter; scope: DataScope }): AsyncGenerator<readonly CellInput[]> {
  const search = await searchOf(db, asked.filter)
  for (let offset = 0; ; offset += atOnce) {
    const groups = await selectGroups(db, search, { offset, limit: atOnce })
    const counts = await countsFor(db, asked.scope, groups)
    for (const group of groups) {
      const { staffCount } = shownGroup(group, counts)
      const { name, descript, categoryName, kind, createdAt, updatedAt } = group
      yield [name, descript, categoryName, groupKind.label(kind), staffCount, createdAt, updatedAt]
    }
    if (groups.length < atOnce) return
  }
}

/** The members of a group as a workbook, streamed from a cursor. */
export const memberExport = trackedJob({
  kind: 'usergroup.members',
  title: ({ groupName }) => `用户组成员：${groupName}`,
  payload: z.object({
    groupId: z.string(),
    groupName: z.string(),
    filter: staffFilter,
    scope: dataScopeShape,
    /** Whose contacts whoever asked reads; jobs of the version before tell none. */
    sight: contactSightShape.default(null),
  }),
  run: async ({ groupName, ...search }, tracked) => {
    await tracked.transaction(async (db) => {
      await exportWorkbook(tracked, {
        fileName: `用户组成员-${groupName}.xlsx`,
        sheets: [{ name: '成员', columns: memberColumns, rows: memberRows(db, search) }],
      })
    })
  },
})

const memberColumns = [
  { title: '姓名' },
  { title: '登录账号', width: 18 },
  { title: '工号' },
  { title: '部门', width: 24 },
  { title: '手机号', width: 16 },
  { title: '邮箱', width: 26 },
  { title: '人员类型' },
  { title: '状态', width: 8 },
  { title: '加入时间', kind: 'datetime' as const, width: 20 },
]

async function* memberRows(db: Db, search: MemberSearch): AsyncGenerator<readonly CellInput[]> {
  for await (const member of streamMembers(db, search)) {
    const { name, loginAccount, phone, email } = shownMember(member, member.isReadable)
    yield [
      name,
      loginAccount,
      member.jobNumber,
      member.department,
      phone,
      email,
      staffSource.label(member.staffSource),
      staffState.label(member.isEnabled ? staffState.enabled : staffState.disabled),
      member.since,
    ]
  }
}

/** Conditions as people read them in the download centre. */
export async function groupConditions(db: Db, filter: GroupFilter): Promise<Record<string, string>> {
  const { groupCategoryId, kind } = filter
  const wanted = filter.name || filter.groupName
  return {
    ...(wanted && { 用户组名称: wanted }),
    ...(groupCategoryId && { 分类: await categoryCondition(db, groupCategoryId) }),
    ...(kind !== undefined && { 类型: groupKind.label(kind) }),
  }
}

async function categoryCondition(db: Db, id: string): Promise<string> {
  if (id === 'none') return '未分类'
  const found = (await selectCategories(db)).find((category) => category.id === id)
  return found ? `${found.name}（含下级）` : '已删除的分类'
}

export const memberConditions = async (db: Db, groupName: string, filter: z.output<typeof staffFilter>) => ({
  用户组: groupName,
  ...(await staffConditions(db, filter)),
})
