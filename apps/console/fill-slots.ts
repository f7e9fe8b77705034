import { askedOfOneself, valuesOfPerson } from '@kaopei/collect/slots'
import { ownPageSections } from '@kaopei/identity/slots'
import { personActs } from '@kaopei/org/slots'
import { groupsOfPerson } from '@kaopei/usergroup/slots'

/** What rooms add to the screens of rooms below them, which do not know them. */
export function fillSlots(): void {
  personActs.fill([valuesOfPerson, groupsOfPerson])
  ownPageSections.fill([askedOfOneself])
}
