interface Named {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}

/** Every department's names from the top, joined by /. */
export function pathNames(departments: readonly Named[]): Map<string, string> {
  const byId = new Map(departments.map((department) => [department.id, department]))
  const known = new Map<string, string>()
  const nameOf = ({ id, name, parentId }: Named): string => {
    const made = known.get(id)
    if (made !== undefined) return made
    const parent = parentId === null ? undefined : byId.get(parentId)
    const full = parent ? `${nameOf(parent)}/${name}` : name
    known.set(id, full)
    return full
  }
  for (const department of departments) nameOf(department)
  return known
}
