/** Somebody who is there, or who is to be added. */
export interface Known {
  readonly id: string
  readonly staffId: string | null
  readonly name: string
  readonly phone: string | null
  readonly institution: string
}

export type RepeatBy = 'person' | 'phone' | 'nameInstitution'

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** By what somebody is there already, the surest first: the employee, the phone, the name with the institution (external ones alone). */
export function repeatOf(
  wish: { readonly staffId: string | null; readonly name: string; readonly phone: string | null; readonly institution: string },
  known: readonly Known[],
): { readonly by: RepeatBy; readonly who: Known } | undefined {
  const found = (by: RepeatBy, is: (one: Known) => boolean) => {
    const who = known.find(is)
    return who && { by, who }
  }
  const { staffId, name, phone, institution } = wish
  return (
    (staffId === null ? undefined : found('person', (one) => one.staffId === staffId)) ??
    (phone === null ? undefined : found('phone', (one) => one.phone === phone)) ??
    (staffId !== null || name.trim() === ''
      ? undefined
      : found('nameInstitution', (one) => one.staffId === null && same(one.name, name) && same(one.institution, institution)))
  )
}
