/** What this room adds to the screens of rooms below it. */
import type { OwnPageSection } from '@kaopei/identity/slots'
import { staffMenu } from '@kaopei/org/contract/menus'
import type { PersonAct } from '@kaopei/org/slots'
import { whenOpened, whenShown } from '@kaopei/web'

/** What the signed-in person is asked for by their company, on their own page. */
export const askedOfOneself: OwnPageSection = { key: 'asked', Section: whenShown(() => import('./own-info.card.tsx'), null) }

const StaffValuesDrawer = whenOpened(() => import('./staff-values.drawer.tsx'))

/** What is known of one person beyond the roster's columns. */
export const valuesOfPerson: PersonAct = {
  key: 'values',
  label: '更多信息',
  rights: [staffMenu.rights.view],
  Drawer: ({ person, onClose }) => <StaffValuesDrawer open staffId={person.id} name={person.name} onClose={onClose} />,
}
