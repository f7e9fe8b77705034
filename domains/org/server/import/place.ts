import { type DataScope, type Db, Pace } from '@kaopei/server'
import { coveredDepartments, selectTree } from '../departments/tree.sql.ts'
import { newId } from '../new-id.ts'
import { selectRankAndLabelNames } from '../posts/ranks-and-labels.sql.ts'
import type { ImportPerson } from '../rules/check-import-row.ts'
import { DepartmentPlan } from '../rules/plan-departments.ts'
import type { Row, Tell } from './read.ts'
import type { ImportWish } from './rows.service.ts'

export interface Placed extends Row {
  readonly departmentId: string
  readonly rankId: string | null
  /** Null: those that are there stay. */
  readonly labelIds: readonly string[] | null
}

type Where = Pick<ImportWish, 'companyId' | 'scope' | 'createDepartments'>

/** Gives each row its department, planned where it does not exist yet, and refuses those outside the caller's data scope. */
export async function placeRows(
  db: Db,
  rows: readonly Row[],
  { scope, createDepartments }: Where,
  { problems, tell }: { problems: ReadonlyMap<number, readonly string[]>; tell: Tell },
): Promise<{ placed: Placed[]; plan: DepartmentPlan }> {
  const known = await selectRankAndLabelNames(db)
  const plan = new DepartmentPlan(await selectTree(db), newId)
  const placed: Placed[] = []
  const pace = new Pace()
  for (const row of rows) {
    await pace.breathe()
    const { departmentNames } = row.person
    const isWrong = departmentNames.length === 0 || departmentNames.some((name) => name === '') || departmentNames.length > 20
    const { rankId, labelIds } = belongingsOf(row.person, known, (problem) => tell(row, problem))
    if (isWrong) continue
    // A row that goes back to its author plans nothing: its path may be the mistake.
    const isPlanning = createDepartments && !problems.has(row.rowNumber)
    const found = isPlanning ? plan.reach(departmentNames) : plan.find(departmentNames)
    if (found) placed.push({ ...row, departmentId: found.id, rankId, labelIds })
    else if (!createDepartments) tell(row, `部门不存在：${departmentNames.join('/')}`)
  }
  await refuseOutOfScope(db, placed, plan, { scope, tell })
  return { placed, plan }
}

/** Ranks and labels are chosen, not made by a file: a mistyped one would stay for everybody. */
function belongingsOf(
  { rank, labels }: ImportPerson,
  known: Awaited<ReturnType<typeof selectRankAndLabelNames>>,
  tell: (problem: string) => void,
): Pick<Placed, 'rankId' | 'labelIds'> {
  const rankId = rank === null ? null : (known.ranks.get(rank) ?? null)
  if (rank !== null && rankId === null) tell(`职级不存在：${rank}`)
  const missing = labels?.filter((name) => !known.labels.has(name)) ?? []
  if (missing.length > 0) tell(`标签不存在：${missing.join('、')}`)
  return { rankId, labelIds: labels?.flatMap((name) => known.labels.get(name) ?? []) ?? null }
}

async function refuseOutOfScope(
  db: Db,
  placed: readonly Placed[],
  plan: DepartmentPlan,
  { scope, tell }: { scope: DataScope; tell: Tell },
): Promise<void> {
  if (scope.kind === 'all') return
  const standsUnder = (id: string) => plan.plannedOf(id)?.nearestId ?? (plan.plannedOf(id) ? null : id)
  const asked = new Set(placed.flatMap(({ departmentId }) => standsUnder(departmentId) ?? []))
  const covered = await coveredDepartments(db, scope, [...asked])
  // A new department belongs to the scope only below a department whose whole subtree does.
  const whole = await coveredDepartments(db, { ...scope, departmentIds: [] }, [...asked])
  for (const row of placed) {
    const id = standsUnder(row.departmentId)
    const allowed = plan.plannedOf(row.departmentId) ? whole : covered
    if (id === null || !allowed.has(id)) tell(row, '部门不在您的管理范围内')
  }
}
