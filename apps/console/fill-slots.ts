import { askedOfOneself, valuesOfPerson } from '@kaopei/collect/slots'
import { courseActs, courseSections } from '@kaopei/course/slots'
import { assessmentsOfPost } from '@kaopei/evaluation/slots'
import { examOverview, examTabs } from '@kaopei/exam/slots'
import { ownPageSections } from '@kaopei/identity/slots'
import { personActs, postActs } from '@kaopei/org/slots'
import { logWords } from '@kaopei/platform/slots'
import { weakPointActs } from '@kaopei/practice/slots'
import { facesOfPlatform, rehearsalOfExam, replayOfAttempt, storesOfPlatform, verdictsOfExam } from '@kaopei/proctoring/slots'
import { pointActs } from '@kaopei/question/slots'
import { attemptLinks, itemActs, overviewOfExam, resultActs, tabsOfExam } from '@kaopei/result/slots'
import { courseSkills, modelOfPost, skillsOfCourse, skillsOfPoint } from '@kaopei/skill/slots'
import { platformNotes } from '@kaopei/tenant/slots'
import { makeTraining } from '@kaopei/training/slots'
import { groupsOfPerson } from '@kaopei/usergroup/slots'

/** What rooms add to the screens of rooms below them, which do not know them. */
export function fillSlots(): void {
  logWords.fill([async () => (await import('../log-words.ts')).allLogWords])
  personActs.fill([valuesOfPerson, groupsOfPerson])
  ownPageSections.fill([askedOfOneself])
  postActs.fill([modelOfPost, assessmentsOfPost])
  courseActs.fill([skillsOfCourse])
  courseSections.fill([courseSkills])
  pointActs.fill([skillsOfPoint])
  examTabs.fill([...tabsOfExam, ...rehearsalOfExam])
  examOverview.fill([overviewOfExam])
  itemActs.fill([makeTraining])
  resultActs.fill([verdictsOfExam])
  platformNotes.fill([facesOfPlatform, storesOfPlatform])
  attemptLinks.fill([replayOfAttempt])
  weakPointActs.fill([makeTraining])
}
