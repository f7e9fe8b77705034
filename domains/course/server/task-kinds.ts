/** What can be done in a course: one entry for each kind of task. Rooms above bring theirs by `registerTaskKind`, at the start. */
import { examManage } from '@kaopei/exam/contract/menus'
import { type TaskKindFacts, taskKindsOf } from '@kaopei/learning/server'
import { practiceManage } from '@kaopei/practice/contract/menus'
import { questionnaireMenu } from '@kaopei/questionnaire/contract/menus'
import { z } from 'zod'
import { articleRule, attemptRule, coursewareRule, practiceRule, taskKindLabels } from '../contract/outline.ts'
import { coursewareTargets, examTargets, practiceTargets, questionnaireTargets } from './task-targets.ts'

export const {
  register: registerTaskKind,
  find: findTaskKind,
  whyNotAttached,
  targetsOf,
  refusalOf,
} = taskKindsOf<TaskKindFacts>()

registerTaskKind({
  key: 'courseware',
  label: taskKindLabels.courseware,
  rule: coursewareRule,
  targets: coursewareTargets,
  mayWait: true,
})
registerTaskKind({
  key: 'exam',
  label: taskKindLabels.exam,
  rule: attemptRule,
  targets: examTargets,
  mayWait: true,
  needs: [examManage.rights.add, examManage.rights.edit],
})
registerTaskKind({
  key: 'practice',
  label: taskKindLabels.practice,
  rule: practiceRule,
  targets: practiceTargets,
  mayWait: true,
  needs: [practiceManage.rights.add, practiceManage.rights.edit],
})
registerTaskKind({
  key: 'questionnaire',
  label: taskKindLabels.questionnaire,
  rule: z.object({}),
  targets: questionnaireTargets,
  mayWait: true,
  needs: [questionnaireMenu.rights.staff, questionnaireMenu.rights.add, questionnaireMenu.rights.edit],
})
registerTaskKind({ key: 'article', label: taskKindLabels.article, rule: articleRule })
registerTaskKind({ key: 'link', label: taskKindLabels.link, rule: z.object({}) })
