import { type Actor, type DataScope, type Db, mayUse, scopeOn } from '@kaopei/server'
import { skillByDepartment, skillByPerson } from '../../contract/menus.ts'
import type { Heat } from '../../contract/report.ts'
import { presentModels, selectDemands } from '../posts/post-model.sql.ts'
import { fewest, suppressed } from '../rules/suppress.ts'
import { type StoredSkill, selectSkills } from '../skills/skill.sql.ts'
import {
  type DepartmentRow,
  departmentRows,
  heatOfRows,
  levelledOfRows,
  newEvidenceOfHeat,
  oldestMark,
  pastHeatOfRows,
  peopleOfRows,
} from './departments.sql.ts'
import { hiddenAbove } from './hidden.ts'
import type { Period } from './period.sql.ts'
import { pastOf, periodOf } from './report.service.ts'

export interface HeatWish {
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
  readonly departmentId?: string | undefined
  readonly postId?: string | undefined
  readonly groupId?: string | undefined
  readonly pageIndex: number
  readonly pageSize: number
}

/** Whoever may open each of the people anyway is told small numbers too. */
export function opensPeople(
  actor: Actor,
  scope: DataScope,
  menus: { readonly people: { readonly name: string; readonly rights: { readonly view: { readonly code: string } } } },
): boolean {
  const theirs = scopeOn(actor, menus.people.name)
  return mayUse(actor, menus.people.rights.view.code) && coversScope(theirs, scope)
}

/** As far as is seen at once: the same one, or everybody. */
export const coversScope = (theirs: DataScope, scope: DataScope): boolean =>
  theirs.kind === 'all' || JSON.stringify(theirs) === JSON.stringify(scope)

export const opensSkillPeople = (actor: Actor) =>
  opensPeople(actor, scopeOn(actor, skillByDepartment.name), { people: skillByPerson })

/** As many departments as a screen shows; an export has all of them. */
const mostShown = 300

interface HeatReading {
  readonly isOpen: boolean
  readonly isWhole?: boolean
  readonly now: Date
}

export async function heatOf(
  db: Db,
  scope: DataScope,
  wish: HeatWish,
  { isOpen, isWhole = false, now }: HeatReading,
): Promise<Heat> {
  const all = await wishedSkills(db, wish)
  const skills = all.slice((wish.pageIndex - 1) * wish.pageSize, wish.pageIndex * wish.pageSize)
  const below = await departmentRows(db, scope, wish.departmentId)
  const most = isWhole ? below.length : mostShown
  // What is left out follows from all rows, the screen has them or not: else page and export would tell each other's.
  const rows = isOpen ? below.slice(0, most) : below
  const period = await periodOf(db, wish)
  const past = pastOf(period, now)
  const skillIds = skills.map(({ id }) => id)
  const figures = await figuresOf(db, scope, { rows, skillIds, period, past })
  const hidden = isOpen ? () => false : await hiddenOn(db, scope, { rows, skillIds, past, wish }, figures)
  const names = new Map((await selectSkills(db)).map((one) => [one.id, one.name]))
  return {
    asOf: past ?? (await oldestMark(db)) ?? now,
    ...{ isPast: past !== null, isCut: most < below.length },
    skills: skills.map(({ id, name, parentId }) => ({ id, name, group: parentId === null ? '' : (names.get(parentId) ?? '') })),
    totalCount: all.length,
    rows: rows.slice(0, most).map(({ id, name, isOwn }, at) => ({
      ...{ id, name: isOwn ? `${name}（直属）` : name, isOwn, peopleCount: figures.peopleOf(id) },
      cells: skillIds.map((skillId) => (hidden(at, skillId) ? hiddenCell(skillId) : cellOf(id, skillId, figures))),
    })),
  }
}

interface HeatWanted {
  readonly rows: readonly DepartmentRow[]
  readonly skillIds: readonly string[]
}

interface Days {
  readonly period: Period
  readonly past: Date | null
}

/** By which it is said what is left out. */
interface Counts {
  readonly peopleOf: (rowId: string) => number
  readonly countsOf: (rowId: string, skillId: string) => readonly number[]
}

interface Figures extends Counts {
  readonly newOf: (rowId: string, skillId: string) => number
}

async function figuresOf(db: Db, scope: DataScope, { period, past, ...wanted }: HeatWanted & Days): Promise<Figures> {
  const isAsked = period.from !== null || period.to !== null
  const came = isAsked ? await newEvidenceOfHeat(db, scope, wanted, period) : []
  const added = new Map(came.map((cell) => [`${cell.rowId}:${cell.skillId}`, cell.count]))
  return { ...(await countsIn(db, scope, { ...wanted, past })), newOf: (rowId, skillId) => added.get(`${rowId}:${skillId}`) ?? 0 }
}

async function countsIn(db: Db, scope: DataScope, { past, ...wanted }: HeatWanted & Pick<Days, 'past'>): Promise<Counts> {
  const people = new Map((await peopleOfRows(db, scope, wanted.rows)).map(({ id, count }) => [id, count]))
  const peopleCount = sumOf([...people.values()])
  const levels = past ? await pastHeatOfRows(db, scope, { ...wanted, peopleCount }, past) : await heatOfRows(db, scope, wanted)
  const found = new Map(levels.map((cell) => [`${cell.rowId}:${cell.skillId}`, cell.counts]))
  return {
    peopleOf: (rowId) => people.get(rowId) ?? 0,
    countsOf: (rowId, skillId) => found.get(`${rowId}:${skillId}`) ?? [0, 0, 0, 0, 0],
  }
}

/** On this page, or where the department that is looked at stands beside others itself. */
async function hiddenOn(
  db: Db,
  scope: DataScope,
  { rows, skillIds, past, wish }: HeatWanted & Pick<Days, 'past'> & { readonly wish: HeatWish },
  figures: Counts,
) {
  const beside = hiddenBeside({ rows, skillIds }, (rowId, skillId) => sumOf(figures.countsOf(rowId, skillId)))
  const isSmall = rows.map(({ id }) => figures.peopleOf(id) > 0 && figures.peopleOf(id) < fewest)
  // A department above with too few people has no row here with more.
  const above = await hiddenAbove(db, scope, {
    departmentId: wish.departmentId,
    hiddenOf: async (of) => {
      const wanted = { rows: of, skillIds }
      return hiddenBeside(wanted, await levelledIn(db, scope, { ...wanted, past }))
    },
  })
  return (at: number, skillId: string) => isSmall[at] === true || beside(at, skillId) || above(skillId)
}

type LevelledOf = (rowId: string, skillId: string) => number

/** Down each skill, for the department above knows the sum. */
function hiddenBeside({ rows, skillIds }: HeatWanted, levelledOf: LevelledOf) {
  const bySkill = new Map(skillIds.map((skillId) => [skillId, suppressed(rows.map(({ id }) => levelledOf(id, skillId)))]))
  return (at: number, skillId: string) => bySkill.get(skillId)?.[at] === true
}

async function levelledIn(db: Db, scope: DataScope, { past, ...wanted }: HeatWanted & Pick<Days, 'past'>): Promise<LevelledOf> {
  if (past) {
    const { countsOf } = await countsIn(db, scope, { ...wanted, past })
    return (rowId, skillId) => sumOf(countsOf(rowId, skillId))
  }
  const found = new Map((await levelledOfRows(db, scope, wanted)).map((row) => [`${row.rowId}:${row.skillId}`, row.count]))
  return (rowId, skillId) => found.get(`${rowId}:${skillId}`) ?? 0
}

const hiddenCell = (skillId: string) => ({
  ...{ skillId, levelledCount: null, mean: null, coverage: null, counts: null, newCount: null },
})

function cellOf(rowId: string, skillId: string, { countsOf, peopleOf, newOf }: Figures) {
  const counts = [...countsOf(rowId, skillId)]
  const peopleCount = peopleOf(rowId)
  const levelledCount = sumOf(counts)
  const total = counts.reduce((sum, count, place) => sum + count * (place + 1), 0)
  const mean = levelledCount === 0 ? null : Math.round((total / levelledCount) * 100) / 100
  const coverage = peopleCount === 0 ? null : Math.round((levelledCount / peopleCount) * 1000) / 10
  return { skillId, levelledCount, mean, coverage, counts, newCount: newOf(rowId, skillId) }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** In the order of the tree. */
async function wishedSkills(db: Db, { postId, groupId }: HeatWish): Promise<StoredSkill[]> {
  const rows = await selectSkills(db)
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (parentId: string | null): StoredSkill[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => [row, ...below(row.id)])
  const asked = postId === undefined ? undefined : await askedBy(db, postId)
  return below(groupId ?? null).filter(({ isGroup, isRetired, id }) => !isGroup && !isRetired && (asked?.has(id) ?? true))
}

async function askedBy(db: Db, postId: string): Promise<ReadonlySet<string>> {
  const models = await presentModels(db, [postId])
  const demands = await selectDemands(
    db,
    models.map(({ versionId }) => versionId),
  )
  return new Set(demands.map(({ skillId }) => skillId))
}
