import type { Db } from '@kaopei/server'
import { leastOfDepartment } from '../../contract/result.ts'
import { rounded } from '../rules/company-norm.ts'
import { type AnalysisFilter, selectMeans } from './figures.sql.ts'

export interface AnalysisRow {
  readonly departmentId: string | null
  readonly departmentName: string
  readonly n: number
  readonly means: (number | null)[]
}

type Person = Awaited<ReturnType<typeof selectMeans>>[number]

/**
 * Means of departments by dimension. A department of fewer than three shows none; the total is made of the shown ones
 * alone, dimension by dimension, or it would tell them.
 */
export async function departmentMeans(
  db: Db,
  filter: AnalysisFilter,
  dimensionIds: readonly string[],
): Promise<{ rows: AnalysisRow[]; total: Pick<AnalysisRow, 'n' | 'means'> }> {
  return groupedMeans(await selectMeans(db, filter), dimensionIds)
}

export function groupedMeans(people: readonly Person[], dimensionIds: readonly string[]) {
  const groups = new Map<string, Person[]>()
  for (const person of people) {
    const key = person.departmentId ?? ''
    groups.set(key, [...(groups.get(key) ?? []), person])
  }
  const rows = [...groups.values()].map((own) => ({
    departmentId: own[0]?.departmentId ?? null,
    departmentName: own[0]?.departmentName ?? '未分配部门',
    n: own.length,
    means: own.length < leastOfDepartment ? dimensionIds.map(() => null) : meansOf(own, dimensionIds),
  }))
  const shown = [...groups.values()].filter((own) => own.length >= leastOfDepartment)
  return {
    rows: rows.sort((a, b) => b.n - a.n || a.departmentName.localeCompare(b.departmentName, 'zh-CN')),
    total: { n: shown.flat().length, means: dimensionIds.map((dimension) => totalOf(shown, dimension)) },
  }
}

const meansOf = (people: readonly Person[], dimensionIds: readonly string[]) =>
  dimensionIds.map((dimension) => meanOf(saidOf(people, dimension)))

const saidOf = (people: readonly Person[], dimension: string) => people.flatMap(({ means }) => means[dimension] ?? [])

/** Of the groups whose own mean is shown: fewer than three of a department may have answered enough of one dimension. */
const totalOf = (groups: readonly (readonly Person[])[], dimension: string) =>
  meanOf(groups.map((own) => saidOf(own, dimension)).flatMap((said) => (said.length < leastOfDepartment ? [] : said)))

const meanOf = (said: readonly number[]) =>
  said.length < leastOfDepartment ? null : rounded(said.reduce((sum, one) => sum + one, 0) / said.length)
