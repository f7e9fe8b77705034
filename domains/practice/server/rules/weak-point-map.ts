import { masteryOf } from './percent.ts'

export interface MasteryCell {
  readonly knowledgePointId: string
  /** Null: of all together. */
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly peopleCount: number
  readonly questionCount: number
  readonly score: number
  readonly max: number
}

/** More than a screen shows. */
const mostPoints = 200

/** The weakest points first, those of which nothing is claimed last; departments by name. */
export function weakPointMap(cells: readonly MasteryCell[], names: ReadonlyMap<string, string>) {
  const all = cells
    .filter(({ departmentId }) => departmentId === null)
    .map((cell) => ({
      id: cell.knowledgePointId,
      name: names.get(cell.knowledgePointId) ?? '（已删除）',
      ...figuresOf(cell),
    }))
    .sort((one, other) => (one.masteryPercent ?? 101) - (other.masteryPercent ?? 101) || (one.id < other.id ? -1 : 1))
  const points = all.slice(0, mostPoints)
  const shown = new Set(points.map(({ id }) => id))
  const ofDepartments = cells.flatMap((cell) =>
    cell.departmentId !== null && shown.has(cell.knowledgePointId)
      ? [{ knowledgePointId: cell.knowledgePointId, departmentId: cell.departmentId, ...figuresOf(cell) }]
      : [],
  )
  const departments = new Map(
    cells.flatMap(({ departmentId, departmentName }) =>
      departmentId === null ? [] : [[departmentId, departmentName ?? '（已删除）'] as const],
    ),
  )
  return {
    pointCount: all.length,
    points,
    departments: [...departments]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, 'zh')),
    cells: ofDepartments,
  }
}

function figuresOf({ score, max, questionCount, peopleCount }: MasteryCell) {
  return { peopleCount, questionCount, masteryPercent: masteryOf({ score, max, questions: questionCount }) }
}
