/** What this room adds to the screens of rooms below it. */
import type { PersonAct } from '@kaopei/org/slots'
import { whenOpened } from '@kaopei/web'
import { groupMember } from '../contract/member.ts'

const GroupsOfPersonDrawer = whenOpened(() => import('./groups-of-person.drawer.tsx'))

/** Where somebody is, chosen or by a rule. */
export const groupsOfPerson: PersonAct = {
  key: 'groups',
  label: '所在用户组',
  endpoint: groupMember.groupsOfStaff,
  Drawer: ({ person, onClose }) => <GroupsOfPersonDrawer open person={person} onClose={onClose} />,
}
