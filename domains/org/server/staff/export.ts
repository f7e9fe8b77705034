import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { narrowScopeShape } from '@kaopei/server'
import type { CellInput } from '@kaopei/sheet'
import { z } from 'zod'
import { gender, staffSource, staffState } from '../../contract/codes.ts'
import { selectTree } from '../departments/tree.sql.ts'
import { pathNames } from '../rules/path-names.ts'
import { shownContacts } from '../sight/contacts.ts'
import { type OwnColumns, ownColumns, ownPost } from './export.own.ts'
import { type ExportRow, streamStaff } from './export.sql.ts'

const columns = [
  { title: '姓名' },
  { title: '登录账号', width: 18 },
  { title: '手机号', width: 16 },
  { title: '邮箱', width: 26 },
  { title: '工号' },
  { title: '部门', width: 36 },
  { title: '兼职部门', width: 36 },
  { title: '性别', width: 8 },
  { title: '岗位' },
  { title: '职级' },
  { title: '标签', width: 22 },
  { title: '入职日期', kind: 'date' as const },
  { title: '人员类型' },
  { title: '状态', width: 8 },
  { title: '最近登录', kind: 'datetime' as const, width: 20 },
  { title: '创建时间', kind: 'datetime' as const, width: 20 },
]

const search = z.object({
  keyword: z.string().optional(),
  seesPrivate: z.boolean(),
  under: z.array(z.string()).readonly().optional(),
  isEnabled: z.boolean().optional(),
  staffSource: z.number().optional(),
  postIds: z.array(z.string()).readonly().optional(),
  rankIds: z.array(z.string()).readonly().optional(),
  labelIds: z.array(z.string()).readonly().optional(),
  entryFrom: z.string().optional(),
  entryTo: z.string().optional(),
  scope: narrowScopeShape,
})

/** The roster as a workbook, streamed from a cursor: the people of one moment, whatever changes meanwhile. */
export const staffExport = trackedJob({
  kind: 'org.staffExport',
  title: () => '员工花名册',
  payload: search,
  run: async (filter, tracked) => {
    await tracked.transaction(async (db) => {
      const names = pathNames(await selectTree(db))
      const own = await ownColumns(db, filter)
      const rows = rowsOf(streamStaff(db, filter, own.fieldIds), {
        names,
        own,
        seesPrivate: filter.seesPrivate,
      })
      await exportWorkbook(tracked, {
        fileName: '员工花名册.xlsx',
        sheets: [{ name: '员工花名册', columns: [...columns, ...own.columns], rows }],
      })
    })
  },
})

interface Around {
  readonly names: ReadonlyMap<string, string>
  readonly own: OwnColumns
  readonly seesPrivate: boolean
}

async function* rowsOf(
  people: AsyncIterable<ExportRow>,
  { names, own, seesPrivate }: Around,
): AsyncGenerator<readonly CellInput[]> {
  for await (const person of people) {
    const { loginAccount, phone, email } = shownContacts(person, seesPrivate)
    yield [
      person.name,
      loginAccount,
      phone,
      email,
      person.jobNumber,
      person.departmentId === null ? '' : (names.get(person.departmentId) ?? ''),
      person.otherDepartmentIds.map((id) => names.get(id) ?? '').join('、'),
      person.gender === null ? '' : gender.label(person.gender),
      person.post ?? ownPost(person.own),
      person.rank,
      person.labels.join('、'),
      person.entryDate,
      staffSource.label(person.staffSource),
      staffState.label(person.isEnabled ? staffState.enabled : staffState.disabled),
      person.lastLoginAt,
      person.createdAt,
      ...own.cellsOf(person.own),
    ]
  }
}
