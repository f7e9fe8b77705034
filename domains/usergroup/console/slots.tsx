/** What this room adds to the screens of rooms below it. */
import type { PersonAct } from '@kaopei/org/slots'
import { whenOpened } from '@kaopei/web'
import { groupsOfPersonRights } from '../contract/menus.ts'

const GroupsOfPersonDrawer = whenOpened(() => import('./groups-of-person.drawer.tsx'))

/** Where somebody is, chosen or by a rule. */
export const groupsOfPerson: PersonAct = {
  key: 'groups',
  label: '所在用户组',
  rights: groupsOfPersonRights,
  Drawer: ({ person, onClose }) => <GroupsOfPersonDrawer open person={person} onClose={onClose} />,
}
