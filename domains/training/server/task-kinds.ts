/** What can be done in a project: one entry for each kind of task. Rooms above bring theirs by `registerProjectTaskKind`, at the start. */
import { courseManager } from '@kaopei/course/contract/menus'
import { admitToCourse, examTargets, practiceTargets, questionnaireTargets } from '@kaopei/course/server'
import { examManage } from '@kaopei/exam/contract/menus'
import { admitCandidate } from '@kaopei/exam/server'
import { type TaskKindFacts, taskKindsOf } from '@kaopei/learning/server'
import { practiceManage } from '@kaopei/practice/contract/menus'
import { admitToPractice } from '@kaopei/practice/server'
import { questionnaireMenu } from '@kaopei/questionnaire/contract/menus'
import { admitToQuestionnaire } from '@kaopei/questionnaire/server'
import type { Db, Fail } from '@kaopei/server'
import {
  courseRule,
  examRule,
  materialRule,
  projectPracticeRule,
  questionnaireRule,
  sessionRule,
  taskKindLabels,
} from '../contract/outline.ts'
import {
  courseStandings,
  examStandings,
  practiceStandings,
  questionnaireStandings,
  sessionStandings,
  type TargetStanding,
} from './task-standings.ts'
import { courseTargets } from './task-targets.ts'

interface Admitting {
  readonly targetId: string
  readonly staffId: string
  readonly now: Date
  /** Ends the call with these words. */
  readonly refuse: (words: string) => never
}

export interface ProjectTaskKind extends TaskKindFacts {
  /** People stand at the task itself, not at something that it leads to. */
  readonly isItsOwnTarget?: boolean
  /** What was done can be undone: whoever stands nowhere any more has not done it. Else done stays done. */
  readonly isTakenBack?: boolean
  /** Lets somebody into what a task leads to; again is harmless. The lock was looked at before. */
  readonly admit?: (db: Db, admitting: Admitting) => Promise<void>
  /** How these people stand at these targets; who has done nothing is missing. */
  readonly standings?: (db: Db, targetIds: readonly string[], staffIds: readonly string[]) => Promise<readonly TargetStanding[]>
}

export const {
  register: registerProjectTaskKind,
  find: findProjectTaskKind,
  whyNotAttached,
  targetsOf,
  refusalOf,
} = taskKindsOf<ProjectTaskKind>()

/** Services fail with errors of their rooms; whoever opens a task is told their words. */
const failBy =
  (refuse: Admitting['refuse']): Fail<{ code: number; name: string; text: string }> =>
  (error, detail) =>
    refuse(detail?.text ?? error.text)

registerProjectTaskKind({
  key: 'course',
  label: taskKindLabels.course,
  rule: courseRule,
  targets: courseTargets,
  mayWait: true,
  isTakenBack: true,
  needs: [courseManager.rights.add, courseManager.rights.edit, courseManager.rights.staff],
  admit: (db, { targetId: courseId, staffId, now, refuse }) =>
    admitToCourse(db, { courseId, staffId, now, fail: failBy(refuse) }),
  standings: courseStandings,
})
registerProjectTaskKind({
  key: 'exam',
  label: taskKindLabels.exam,
  rule: examRule,
  targets: examTargets,
  mayWait: true,
  isTakenBack: true,
  needs: [examManage.rights.add, examManage.rights.edit],
  admit: (db, { targetId: examId, staffId, now, refuse }) => admitCandidate(db, { examId, staffId, now, fail: failBy(refuse) }),
  standings: examStandings,
})
registerProjectTaskKind({
  key: 'practice',
  label: taskKindLabels.practice,
  rule: projectPracticeRule,
  targets: practiceTargets,
  mayWait: true,
  needs: [practiceManage.rights.add, practiceManage.rights.edit],
  admit: (db, { targetId: practiceId, staffId, now }) => admitToPractice(db, { practiceId, staffId, now }),
  standings: practiceStandings,
})
registerProjectTaskKind({
  key: 'questionnaire',
  label: taskKindLabels.questionnaire,
  rule: questionnaireRule,
  targets: questionnaireTargets,
  mayWait: true,
  needs: [questionnaireMenu.rights.staff, questionnaireMenu.rights.add, questionnaireMenu.rights.edit],
  admit: (db, { targetId: questionnaireId, staffId }) => admitToQuestionnaire(db, { questionnaireId, staffId }),
  standings: questionnaireStandings,
})
registerProjectTaskKind({ key: 'material', label: taskKindLabels.material, rule: materialRule })
registerProjectTaskKind({
  key: 'session',
  label: taskKindLabels.session,
  rule: sessionRule,
  isItsOwnTarget: true,
  isTakenBack: true,
  standings: sessionStandings,
})
