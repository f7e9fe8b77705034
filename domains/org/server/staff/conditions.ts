/** Conditions of an export as people read them in the download centre: by their words, and what they name by its name. */
import type { Db } from '@kaopei/server'
import { staffSource, staffState } from '../../contract/codes.ts'
import { namesOf } from './condition-names.sql.ts'
import type { StaffFilter } from './list.service.ts'

type Conditions = Readonly<Record<string, string>>

const mostNamed = 5
const someOf = (names: readonly string[]) =>
  names.length > mostNamed ? `${names.slice(0, mostNamed).join('、')} 等 ${names.length} 个` : names.join('、')

/** A department stands for everything below it, too. */
export async function departmentCondition(db: Db, ...ids: readonly (string | null | undefined)[]): Promise<Conditions> {
  const wanted = ids.filter((one) => one !== null && one !== undefined)
  if (wanted.length === 0) return {}
  const names = await namesOf(db, 'department', wanted)
  return { 部门: names.length === 0 ? '已删除的部门' : `${someOf(names)}（含下级）` }
}

async function named(db: Db, word: string, kind: 'post' | 'rank' | 'label', ids: readonly string[] = []): Promise<Conditions> {
  return ids.length === 0 ? {} : { [word]: someOf(await namesOf(db, kind, ids)) || '已删除' }
}

export async function staffConditions(db: Db, filter: StaffFilter): Promise<Conditions> {
  const { keyWords, state, staffSource: source, entryDateStart, entryDateEnd } = filter
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(state !== undefined && { 状态: staffState.label(state) }),
    ...(source !== undefined && { 人员类型: staffSource.label(source) }),
    ...(await departmentCondition(db, filter.departmentId, ...(filter.departmentIds ?? []))),
    ...(await named(db, '岗位', 'post', filter.postIds)),
    ...(await named(db, '职级', 'rank', filter.rankIds)),
    ...(await named(db, '标签', 'label', filter.labelIds)),
    ...((entryDateStart || entryDateEnd) && { 入职日期: `${entryDateStart ?? ''} 至 ${entryDateEnd ?? ''}` }),
  }
}
