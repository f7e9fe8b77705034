/** What no course closes, in words. */
export interface LeftOver {
  readonly skillId: string
  readonly skillName: string
  /** So many levels are left. */
  readonly missing: number
}

const noCourse = '没有课程可以弥补'

/** Of one person. */
export const leftOfOne = (left: readonly LeftOver[]): string[] =>
  left.map(({ skillName, missing }) => `${skillName}还差 ${missing} 级，${noCourse}`)

/** Of several people: each skill once, what most of them lack first. */
export function leftOfMany(people: readonly (readonly LeftOver[])[]): string[] {
  const bySkill = [...Map.groupBy(people.flat(), ({ skillId }) => skillId).values()]
  return bySkill
    .toSorted((a, b) => b.length - a.length || nameOf(a).localeCompare(nameOf(b), 'zh'))
    .map((of) => `${nameOf(of)}：${of.length} 人还差 ${spanOf(of.map(({ missing }) => missing))} 级，${noCourse}`)
}

const nameOf = (of: readonly LeftOver[]) => of[0]?.skillName ?? ''

function spanOf(missing: readonly number[]): string {
  const [least, most] = [Math.min(...missing), Math.max(...missing)]
  return least === most ? String(least) : `${least} 至 ${most}`
}
