import { askedOfOneself, valuesOfPerson } from '@kaopei/collect/slots'
import { examOverview, examTabs } from '@kaopei/exam/slots'
import { ownPageSections } from '@kaopei/identity/slots'
import { personActs } from '@kaopei/org/slots'
import { logWords } from '@kaopei/platform/slots'
import { weakPointActs } from '@kaopei/practice/slots'
import { facesOfPlatform, rehearsalOfExam, replayOfAttempt, verdictsOfExam } from '@kaopei/proctoring/slots'
import { attemptLinks, itemActs, overviewOfExam, resultActs, tabsOfExam } from '@kaopei/result/slots'
import { platformNotes } from '@kaopei/tenant/slots'
import { makeTraining } from '@kaopei/training/slots'
import { groupsOfPerson } from '@kaopei/usergroup/slots'

/** What rooms add to the screens of rooms below them, which do not know them. */
export function fillSlots(): void {
  logWords.fill([async () => (await import('../log-words.ts')).allLogWords])
  personActs.fill([valuesOfPerson, groupsOfPerson])
  ownPageSections.fill([askedOfOneself])
  examTabs.fill([...tabsOfExam, ...rehearsalOfExam])
  examOverview.fill([overviewOfExam])
  itemActs.fill([makeTraining])
  resultActs.fill([verdictsOfExam])
  platformNotes.fill([facesOfPlatform])
  attemptLinks.fill([replayOfAttempt])
  weakPointActs.fill([makeTraining])
}
