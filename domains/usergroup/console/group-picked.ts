import type { Picked } from '@kaopei/web'
import type { GroupRow } from '../contract/group.ts'
import type { MemberRow } from '../contract/member.ts'

export function pickedGroup(row: GroupRow): Picked {
  const { id, name, descript, staffCount, kind } = row
  return {
    kind: 'userGroup',
    id,
    name,
    detail: `${staffCount}人`,
    data: { id, name, groupName: name, descript, staffCount, kind },
  }
}

/** As the people picker of the room of people answers somebody. */
export function pickedMember(row: MemberRow): Picked {
  const { id, name, loginAccount, department, email } = row
  return { kind: 'staff', id, name, detail: loginAccount, data: { id, name, loginAccount, departmentName: department, email } }
}

export function groupIdsOf(items: readonly Picked[]): string[] {
  return items.filter(({ kind }) => kind === 'userGroup').map(({ id }) => id)
}
