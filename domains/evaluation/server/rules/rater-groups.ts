/**
 * Which groups of raters a report shows. A group needs three who have handed in. The total is made of the raters of shown groups alone: whoever is in a
 * small group is in no figure, so no two figures differ by a small group. Self is beside, never in.
 */
import { raterRole } from '../../contract/codes.ts'

export const leastOfGroup = 3
const grouped = [raterRole.superior, raterRole.peer, raterRole.report] as const

export interface RaterGroup {
  readonly role: number
  readonly submittedCount: number
  readonly isShown: boolean
}

export interface ShownGroups {
  readonly groups: readonly RaterGroup[]
  /** Raters in the total; 0: there is none. */
  readonly totalCount: number
}

/** `roles`: of everybody who handed in and did not withdraw. */
export function shownGroups(roles: readonly number[]): ShownGroups {
  const groups = grouped.map((role) => {
    const submittedCount = roles.filter((one) => one === role).length
    return { role, submittedCount, isShown: submittedCount >= leastOfGroup }
  })
  return { groups, totalCount: groups.reduce((sum, { isShown, submittedCount }) => sum + (isShown ? submittedCount : 0), 0) }
}
