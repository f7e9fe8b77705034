import type { Sheet } from '../../contract/shapes.ts'

/** For tests: a paper without questions that goes on in another browser. */
export const blankSheet: Sheet = {
  ...{ attemptId: 'a', examId: 'e', examName: '考试', candidateName: '考生', number: 1, state: 'in_progress' },
  ...{ serverTime: '2026-11-21T08:00:00.000Z', startedAt: '2026-11-21T08:00:00.000Z', due: null, graceSeconds: 60 },
  ...{ totalScore: 0, nextSeq: 1, leaves: 0, items: [], comfort: {} },
  lease: { epoch: 1, isMine: false, isSameBrowser: false },
  rules: {
    ...{ permitFullScreen: false, permitCopyPaste: true, permitSkip: true, permitSkipBack: true, permitSkipSubmit: true },
    ...{ forceCommitTime: 0, switchScreenNumberLimit: 0, switchScreenSeconds: 0, switchScreenSecondsSum: false },
  },
}
