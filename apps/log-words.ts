import { accessLogWords } from '@kaopei/access/contract/log-words'
import { certificateLogWords } from '@kaopei/certificate/contract/log-words'
import { collectLogWords } from '@kaopei/collect/contract/log-words'
import type { LogWords } from '@kaopei/contract'
import { courseLogWords } from '@kaopei/course/contract/log-words'
import { coursewareLogWords } from '@kaopei/courseware/contract/log-words'
import { evaluationLogWords } from '@kaopei/evaluation/contract/log-words'
import { examLogWords } from '@kaopei/exam/contract/log-words'
import { filesLogWords } from '@kaopei/files/contract/log-words'
import { identityLogWords } from '@kaopei/identity/contract/log-words'
import { instructorLogWords } from '@kaopei/instructor/contract/log-words'
import { markingLogWords } from '@kaopei/marking/contract/log-words'
import { messagingLogWords } from '@kaopei/messaging/contract/log-words'
import { orgLogWords } from '@kaopei/org/contract/log-words'
import { paperLogWords } from '@kaopei/paper/contract/log-words'
import { platformLogWords } from '@kaopei/platform/contract/log-words'
import { practiceLogWords } from '@kaopei/practice/contract/log-words'
import { proctoringLogWords } from '@kaopei/proctoring/contract/log-words'
import { questionLogWords } from '@kaopei/question/contract/log-words'
import { questionnaireLogWords } from '@kaopei/questionnaire/contract/log-words'
import { resultLogWords } from '@kaopei/result/contract/log-words'
import { shareLogWords } from '@kaopei/share/contract/log-words'
import { skillLogWords } from '@kaopei/skill/contract/log-words'
import { tenantLogWords } from '@kaopei/tenant/contract/log-words'
import { trainingLogWords } from '@kaopei/training/contract/log-words'
import { usergroupLogWords } from '@kaopei/usergroup/contract/log-words'
import { venueLogWords } from '@kaopei/venue/contract/log-words'
import { type RoomName, rooms } from '../tools/rooms.ts'

const wordsOf: Readonly<Record<RoomName, LogWords>> = {
  identity: identityLogWords,
  files: filesLogWords,
  jobs: {},
  platform: platformLogWords,
  messaging: messagingLogWords,
  share: shareLogWords,
  org: orgLogWords,
  usergroup: usergroupLogWords,
  collect: collectLogWords,
  access: accessLogWords,
  tenant: tenantLogWords,
  question: questionLogWords,
  paper: paperLogWords,
  sitting: {},
  venue: venueLogWords,
  exam: examLogWords,
  result: resultLogWords,
  marking: markingLogWords,
  proctoring: proctoringLogWords,
  learning: {},
  instructor: instructorLogWords,
  courseware: coursewareLogWords,
  practice: practiceLogWords,
  questionnaire: questionnaireLogWords,
  course: courseLogWords,
  training: trainingLogWords,
  skill: skillLogWords,
  evaluation: evaluationLogWords,
  certificate: certificateLogWords,
}

/** What the fields of all rooms are called. */
export const allLogWords: LogWords = Object.assign({}, ...rooms.map(({ name }) => wordsOf[name]))
