/** The marker's desk: take an answer, keep it, mark it, take the next. */
import { endpoint, id, instant, requiredText, rowVersion } from '@kaopei/contract'
import { quickMarkingKind } from '@kaopei/exam/contract/review-links'
import { z } from 'zod'
import { markingErrors } from './errors.ts'
import { testMarkingRights } from './menus.ts'
import { deskTask, draftInput, marksInput, progress, slot, taskKey } from './shapes.ts'

const base = '/api/v1/exam/examination/review'
const direction = z.enum(['next', 'previous']).default('next')

/** Marks being saved; `version` is that of the task as it was read. */
const saved = z.object({
  version: z.number().int(),
  /** Every answer of this paper is marked: its result has been published. */
  isPaperDone: z.boolean(),
  progress,
})

export const reviewTask = {
  next: endpoint({
    path: `${base}/next`,
    summary: '取下一份待阅答案并锁定：先取自己未完成的，再按固定的随机顺序取',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({
      examId: id,
      questionId: id.optional(),
      /** The answer just looked at; it is put back unless it is done. */
      from: taskKey.optional(),
      direction,
    }),
    output: z.object({ task: deskTask.nullable(), progress }),
  }),
  open: endpoint({
    path: `${base}/open`,
    summary: '打开一份答案；待阅的同时锁定',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: taskKey,
    output: z.object({ task: deskTask, progress }),
    errors: [markingErrors.ownPaper],
  }),
  nextPaper: endpoint({
    path: `${base}/nextPaper`,
    summary: '取下一份待阅答卷并锁定',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ examId: id, from: id.optional(), direction }),
    output: z.object({ attemptId: id.nullable(), progress }),
  }),
  openPaper: endpoint({
    path: `${base}/openPaper`,
    summary: '打开一份答卷并锁定其中待阅的题目',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: z.object({ lockedCount: z.number().int(), progress }),
    errors: [markingErrors.ownPaper],
  }),
  keepLock: endpoint({
    path: `${base}/keepLock`,
    summary: '续期自己的锁定',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id, slots: z.array(slot).min(1).max(200) }),
    output: z.object({ lockedUntil: instant, slots: z.array(z.number().int()) }),
    errors: [markingErrors.ownPaper],
  }),
  saveDraft: endpoint({
    path: `${base}/saveDraft`,
    summary: '保存评分草稿并续期锁定',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    input: taskKey.extend({ version: rowVersion }).extend(draftInput.shape),
    output: z.object({ savedAt: instant, lockedUntil: instant.nullable() }),
    errors: [markingErrors.ownPaper, markingErrors.attemptClosed],
  }),
  saveScore: endpoint({
    path: `${base}/saveScore`,
    summary: '提交评分；整卷阅完即发布成绩',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: { action: 'mark', target: 'marking-task' },
    input: taskKey.extend({ version: rowVersion }).extend(marksInput.shape),
    output: saved,
    errors: [
      markingErrors.ownPaper,
      markingErrors.locked,
      markingErrors.doneByOther,
      markingErrors.attemptClosed,
      markingErrors.scoreTooHigh,
      markingErrors.pointsDoNotAddUp,
      markingErrors.unknownPoint,
      markingErrors.unansweredIsZero,
    ],
  }),
  zeroUnanswered: endpoint({
    path: `${base}/zeroUnanswered`,
    summary: '一键判零：未作答的答案判 0 分，每次最多 200 份',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: { action: 'zero', target: 'marking-task' },
    input: z.object({
      examId: id,
      questionId: id.optional(),
      /** How many the marker was shown and has confirmed. */
      expectedCount: z.number().int().min(1, '没有未作答的答案'),
    }),
    output: z.object({ count: z.number().int(), remaining: z.number().int(), finishedPaperCount: z.number().int(), progress }),
    errors: [markingErrors.countChanged],
  }),
  release: endpoint({
    path: `${base}/release`,
    summary: '放回自己锁定的答案',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'ownTrail',
    input: z.object({ examId: id, attemptId: id.optional() }),
    output: z.object({ count: z.number().int() }),
  }),
  releaseOthers: endpoint({
    path: `${base}/releaseOthers`,
    summary: '释放他人锁定的答案',
    access: testMarkingRights.release,
    audit: { action: 'release', target: 'marking-task' },
    input: z.object({ examId: id, attemptId: id.optional(), staffId: id.optional() }),
    output: z.object({ count: z.number().int() }),
  }),
  reopen: endpoint({
    path: `${base}/reopen`,
    summary: '退回重阅；成绩已发布的先撤回，阅完后重新发布',
    access: testMarkingRights.reopen,
    audit: { action: 'reopen', target: 'marking-task' },
    input: taskKey.extend({ version: rowVersion, reason: requiredText(500, '退回原因') }),
    output: z.object({ version: z.number().int(), isWithdrawn: z.boolean() }),
    errors: [markingErrors.ownPaper, markingErrors.notDone, markingErrors.attemptClosed],
  }),
}
