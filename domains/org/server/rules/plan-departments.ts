interface Existing {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly path: string
}

export interface PlannedDepartment extends Existing {
  /** The deepest department of its path that is there already; null at the top. Whoever may add below it may make this one. */
  readonly nearestId: string | null
}

/**
 * Finds departments by their names from the top, and plans those that do not exist; a name that is asked for twice is planned once.
 * Names are compared as they stand.
 */
export class DepartmentPlan {
  readonly #byPlace = new Map<string, Existing>()
  readonly #planned = new Map<string, PlannedDepartment>()
  readonly #newId: () => string

  constructor(existing: readonly Existing[], newId: () => string) {
    for (const department of existing) this.#byPlace.set(placeOf(department.parentId, department.name), department)
    this.#newId = newId
  }

  /** Planned departments, parents before children. */
  get planned(): readonly PlannedDepartment[] {
    return [...this.#planned.values()]
  }

  find(names: readonly string[]): Existing | undefined {
    let at: Existing | undefined
    for (const name of names) {
      at = this.#byPlace.get(placeOf(at?.id ?? null, name))
      if (!at) return undefined
    }
    return at
  }

  /** The department of these names, planned if need be. */
  reach(names: readonly string[]): Existing {
    let at: Existing | undefined
    for (const name of names) at = this.#byPlace.get(placeOf(at?.id ?? null, name)) ?? this.#plan(at, name)
    if (!at) throw new Error('a department path has at least one name')
    return at
  }

  plannedOf(id: string): PlannedDepartment | undefined {
    return this.#planned.get(id)
  }

  #plan(parent: Existing | undefined, name: string): PlannedDepartment {
    const id = this.#newId()
    const parentId = parent?.id ?? null
    const nearestId = parent
      ? (this.#planned.get(parent.id)?.nearestId ?? (this.#planned.has(parent.id) ? null : parent.id))
      : null
    const planned = { id, name, parentId, path: `${parent?.path ?? '/'}${id}/`, nearestId }
    this.#planned.set(id, planned)
    this.#byPlace.set(placeOf(parentId, name), planned)
    return planned
  }
}

function placeOf(parentId: string | null, name: string): string {
  return `${parentId ?? ''}/${name}`
}
