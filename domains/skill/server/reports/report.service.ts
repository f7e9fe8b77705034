/** The pages of all reports but the heat map; exports read the same. */
import { startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { DataScope, Db } from '@kaopei/server'
import type {
  CourseDepartmentRow,
  CoursePersonRow,
  PostDepartmentRow,
  PostPersonRow,
  ReportAsked,
  SkillPersonRow,
} from '../../contract/report.ts'
import { type Judged, judgeAll, modelsOf } from '../people/gaps.ts'
import { fitOf, leastShare } from '../rules/fit.ts'
import { leftOfOne } from '../rules/left-words.ts'
import { fewest } from '../rules/suppress.ts'
import { fitOfRows, newEvidenceOfRows, peopleOfPosts } from './department-fit.sql.ts'
import { type DepartmentRow, departmentRows, peopleOfRows } from './departments.sql.ts'
import { hiddenRows } from './hidden.ts'
import { levelsOfPeople, pageOfFit, pageOfPostPeople, pageOfSkillPeople } from './people.sql.ts'
import type { Period } from './period.sql.ts'

export interface Page<Row> {
  readonly dataList: Row[]
  readonly totalCount: number
}
interface Portion {
  readonly limit: number
  readonly offset: number
}

const percentOf = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)

interface AskedDays {
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

export async function periodOf(db: Db, { beginTime, endTime }: AskedDays): Promise<Period> {
  const zone = await timeZoneOf(db)
  return { from: beginTime ? startOfDay(beginTime, zone) : null, to: endTime ? startOfDay(endTime, zone, 1) : null }
}

/** The end of a period that is over; null: levels are those of now. */
export const pastOf = ({ to }: Period, now: Date): Date | null => (to !== null && to <= now ? to : null)

export async function skillPeople(
  db: Db,
  scope: DataScope,
  asked: ReportAsked,
  { now, ...portion }: Portion & { readonly now: Date },
): Promise<Page<SkillPersonRow>> {
  const period = await periodOf(db, asked)
  return pageOfSkillPeople(db, { ...asked, scope, period, at: pastOf(period, now) }, portion)
}

export async function postPeople(
  db: Db,
  scope: DataScope,
  asked: ReportAsked,
  portion: Portion,
): Promise<Page<PostPersonRow> | undefined> {
  const model = asked.postId ? (await modelsOf(db, [asked.postId])).get(asked.postId) : undefined
  if (!model) return undefined
  const keys = model.demands.filter(({ isKey }) => isKey)
  const weight = model.demands.reduce((sum, demand) => sum + demand.weight, 0)
  const wish = { ...asked, scope, versionId: model.versionId, weight, keyCount: keys.length, period: await periodOf(db, asked) }
  const { dataList, totalCount } = await pageOfFit(db, wish, portion)
  const levels = await levelsOfPeople(
    db,
    dataList.map(({ staffId }) => staffId),
    keys.map(({ skillId }) => skillId),
  )
  const levelOf = new Map(levels.map((one) => [`${one.staffId}:${one.skillId}`, one]))
  const nameOf = new Map(keys.map(({ skillId, skillName }) => [skillId, skillName]))
  const keysOf = (staffId: string) => {
    const { belowKeys, untestedKeys } = fitOf(keys, (skillId) => levelOf.get(`${staffId}:${skillId}`))
    const named = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? '')
    return { belowKeys: named(belowKeys), untestedKeys: named(untestedKeys) }
  }
  return {
    totalCount,
    dataList: dataList.map(({ isBelow, isUntested, fit, share, cautious, ...row }, at) => ({
      ...row,
      rank: share >= leastShare - 1e-9 ? portion.offset + at + 1 : null,
      ...{ fit: percentOf(fit), share: percentOf(share), cautious: percentOf(cautious) },
      verdict: isBelow ? 'below' : share < leastShare - 1e-9 ? 'short' : isUntested ? 'untested' : 'enough',
      ...keysOf(row.staffId),
    })),
  }
}

interface RowFigures {
  /** Those beside which the named ones stand: what is left out of one does not depend on a filter. */
  readonly all: readonly DepartmentRow[]
  readonly rows: readonly DepartmentRow[]
  readonly peopleOf: (rowId: string) => number
  readonly newOf: (rowId: string) => number
}

async function figuresOfRows(db: Db, scope: DataScope, asked: ReportAsked): Promise<RowFigures> {
  const words = asked.keyWords?.toLowerCase()
  const all = await departmentRows(db, scope, asked.departmentId)
  const rows = words ? all.filter(({ name }) => name.toLowerCase().includes(words)) : all
  const people = new Map((await peopleOfRows(db, scope, rows)).map(({ id, count }) => [id, count]))
  const period = await periodOf(db, asked)
  const added = new Map((await newEvidenceOfRows(db, scope, { rows }, period)).map(({ id, count }) => [id, count]))
  return { all, rows, peopleOf: (rowId) => people.get(rowId) ?? 0, newOf: (rowId) => added.get(rowId) ?? 0 }
}

const pageIn = <Row>(rows: readonly Row[], { limit, offset }: Portion) => rows.slice(offset, offset + limit)

const shownName = ({ name, isOwn }: DepartmentRow) => (isOwn ? `${name}（直属）` : name)

const headOf = (
  row: DepartmentRow,
  { asked, ...of }: { readonly asked: ReportAsked; readonly peopleCount: number; readonly isSuppressed: boolean },
) => ({ id: row.id, name: shownName(row), isOwn: row.isOwn, postId: asked.postId ?? null, ...of })

interface Opening {
  /** Whoever may open the people anyway is told small numbers too. */
  readonly isOpen: boolean
}

export async function postDepartments(
  db: Db,
  scope: DataScope,
  asked: ReportAsked,
  portion: Portion & Opening,
): Promise<Page<PostDepartmentRow>> {
  const { all, rows, peopleOf, newOf } = await figuresOfRows(db, scope, asked)
  const fits = new Map((await fitOfRows(db, scope, { rows, postId: asked.postId })).map((fit) => [fit.id, fit]))
  const isHidden = portion.isOpen ? () => false : await hiddenRows(db, scope, asked, all)
  const shown = rows.map((row): PostDepartmentRow => {
    const fit = fits.get(row.id)
    const head = headOf(row, { asked, peopleCount: peopleOf(row.id), isSuppressed: isHidden(row.id) })
    if (isHidden(row.id))
      return {
        ...head,
        judgedCount: null,
        enoughCount: null,
        belowCount: null,
        untestedCount: null,
        shortCount: null,
        cautious: null,
        share: null,
        newCount: null,
      }
    return {
      ...head,
      ...{ judgedCount: fit?.judgedCount ?? 0, enoughCount: fit?.enoughCount ?? 0, belowCount: fit?.belowCount ?? 0 },
      ...{
        untestedCount: fit?.untestedCount ?? 0,
        shortCount: fit?.shortCount ?? 0,
        cautious: percentOf(fit?.cautious ?? null),
        share: percentOf(fit?.share ?? null),
      },
      newCount: newOf(row.id),
    }
  })
  return { dataList: pageIn(shown, portion), totalCount: rows.length }
}

const hoursOf = (courses: readonly { readonly hours: number }[]) =>
  Math.round(courses.reduce((sum, { hours }) => sum + hours, 0) * 10) / 10

export async function coursePeople(
  db: Db,
  scope: DataScope,
  asked: ReportAsked,
  portion: Portion,
): Promise<Page<CoursePersonRow>> {
  const { dataList, totalCount } = await pageOfPostPeople(db, { ...asked, scope, period: await periodOf(db, asked) }, portion)
  const members = dataList.flatMap(({ staffId, postId }) => (postId === null ? [] : [{ staffId, postId }]))
  const judged = new Map((await judgeAll(db, members)).map((one) => [one.staffId, one]))
  return {
    totalCount,
    dataList: dataList.map(({ postId: _post, ...row }) => {
      const one = judged.get(row.staffId)
      const courses = one?.courses ?? []
      return {
        ...row,
        ...{ gapCount: one?.gaps.length ?? 0, courseCount: courses.length, hours: hoursOf(courses) },
        courses: courses.map(({ id, name, hours, reason }) => ({ id, name, hours, reason })),
        left: leftOfOne(one?.left ?? []),
      }
    }),
  }
}

const mostJudged = 20_000
const mostCourses = 5
/** So many are judged at a time: of them only the sums are kept. */
const judgedAtOnce = 2000

interface NeedOfRow {
  gapPeopleCount: number
  hours: number
  readonly courses: Map<string, NeededCourse>
}

async function needsOf(
  db: Db,
  members: readonly { readonly rowId: string; readonly staffId: string; readonly postId: string }[],
): Promise<ReadonlyMap<string, NeedOfRow>> {
  const needs = new Map<string, NeedOfRow>()
  for (let from = 0; from < members.length; from += judgedAtOnce) {
    const portion = members.slice(from, from + judgedAtOnce)
    const rowOf = new Map(portion.map(({ staffId, rowId }) => [staffId, rowId]))
    for (const { staffId, gaps, courses } of await judgeAll(db, portion)) {
      const rowId = rowOf.get(staffId) ?? ''
      const need = needs.get(rowId) ?? { gapPeopleCount: 0, hours: 0, courses: new Map() }
      needs.set(rowId, need)
      if (gaps.length > 0) need.gapPeopleCount++
      for (const course of courses) {
        need.hours += course.hours
        countCourse(need.courses, course)
      }
    }
  }
  return needs
}

/** Undefined: more people than can be judged while somebody waits; an export is of everybody. */
export async function courseDepartments(
  db: Db,
  scope: DataScope,
  asked: ReportAsked,
  portion: Portion & Opening & { readonly isWhole?: boolean },
): Promise<Page<CourseDepartmentRow> | undefined> {
  const { all, rows, peopleOf, newOf } = await figuresOfRows(db, scope, asked)
  const members = await peopleOfPosts(db, scope, { rows, postId: asked.postId }, portion.isWhole ? null : mostJudged + 1)
  if (!portion.isWhole && members.length > mostJudged) return undefined
  const needs = await needsOf(db, members)
  const isHidden = portion.isOpen ? () => false : await hiddenRows(db, scope, asked, all)
  const shown = rows.map((row): CourseDepartmentRow => {
    const need = needs.get(row.id)
    const head = headOf(row, { asked, peopleCount: peopleOf(row.id), isSuppressed: isHidden(row.id) })
    if (isHidden(row.id)) return { ...head, gapPeopleCount: null, courses: [], hours: null, newCount: null }
    // Of a course that fewer need it is not said who.
    const needed = mostNeededFirst(need?.courses ?? new Map()).filter(
      ({ peopleCount }) => portion.isOpen || peopleCount >= fewest,
    )
    return {
      ...head,
      ...{ gapPeopleCount: need?.gapPeopleCount ?? 0, courses: needed.slice(0, mostCourses) },
      ...{ hours: Math.round((need?.hours ?? 0) * 10) / 10, newCount: newOf(row.id) },
    }
  })
  return { dataList: pageIn(shown, portion), totalCount: rows.length }
}

/** Courses by how many people need them. */
export function neededCourses(people: readonly Judged[]) {
  const needed = new Map<string, NeededCourse>()
  for (const course of people.flatMap(({ courses }) => courses)) countCourse(needed, course)
  return mostNeededFirst(needed)
}

interface NeededCourse {
  readonly id: string
  readonly name: string
  readonly hours: number
  readonly peopleCount: number
}

function countCourse(needed: Map<string, NeededCourse>, { id, name, hours }: Omit<NeededCourse, 'peopleCount'>): void {
  needed.set(id, { id, name, hours, peopleCount: (needed.get(id)?.peopleCount ?? 0) + 1 })
}

const mostNeededFirst = (needed: ReadonlyMap<string, NeededCourse>) =>
  [...needed.values()].toSorted((a, b) => b.peopleCount - a.peopleCount || (a.id < b.id ? -1 : 1))
