import { expect, test } from 'vitest'
import { defaultExamSettings, outerParticipationMode } from '../../contract/exam-settings.ts'
import { mayPublish, type PublishDraft, publishChecks } from './publish-checks.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const now = at('08:00:00')
const single = { type: 1, scoreHundredths: 200, needsMarker: false, isReady: true } as const
const short = { type: 6, scoreHundredths: 600, needsMarker: true, isReady: true } as const
const drawn = { label: '规则1', count: 2, scoreHundredths: 100, types: [1], needsMarker: false, mayBeProgramming: false } as const
const candidates = {
  count: 20,
  isOpenToEveryone: false,
  overlappingCount: 0,
  withoutPhoneCount: 0,
  withoutEmailCount: 0,
  outsideCount: 0,
}
const byLink = { ...defaultExamSettings, outerParticipationMode: outerParticipationMode.byLinkWithInformation }
const byPassword = { ...byLink, outerParticipationMode: outerParticipationMode.byLinkWithPassword }
const sound: PublishDraft = {
  name: '安全生产考试',
  openAt: at('09:00:00'),
  closeAt: at('11:00:00'),
  limitMinutes: 60,
  forceCommitTime: 15,
  sumScoreHundredths: 1000,
  passScoreHundredths: 600,
  fixedQuestions: [single, short],
  drawRules: [drawn],
  drawViolations: [],
  reviewers: [{ name: '演示甲', email: 'a@example.com', isCandidate: false }],
  candidates,
  notices: { usesSms: true, usesEmail: true },
  viewTime: null,
  hasLink: false,
  settings: defaultExamSettings,
}

test('a sound exam has nothing against it', () => {
  expect(publishChecks(sound, now)).toEqual([])
})

const violation = { ruleIndexes: [1, 2], needed: 30, available: 24, message: '规则2和规则3共需 30 题，符合条件的题目只有 24 题' }

test.each<[string, Partial<PublishDraft>, string]>([
  ['nameMissing', { name: ' ' }, '请填写考试名称'],
  ['windowMissing', { closeAt: null }, '请设置考试的开始时间和结束时间'],
  ['windowInverted', { closeAt: at('09:00:00') }, '考试结束时间必须晚于开始时间'],
  ['windowTooShort', { closeAt: at('09:45:00') }, '考试时间段只有 45 分钟，短于答题时长 60 分钟'],
  ['endInPast', { openAt: at('05:00:00'), closeAt: at('08:00:00') }, '考试结束时间已过'],
  ['forceCommitTooLong', { forceCommitTime: 60 }, '限制交卷时间 60 分钟不短于答题时长 60 分钟'],
  ['viewTimeInverted', { viewTime: { start: at('12:00:00'), end: at('12:00:00') } }, '查看时间的结束必须晚于开始'],
  ['paperEmpty', { fixedQuestions: [], drawRules: [], sumScoreHundredths: null, passScoreHundredths: 0 }, '试卷中没有题目'],
  ['drawInfeasible', { drawViolations: [violation] }, '规则2和规则3共需 30 题，符合条件的题目只有 24 题'],
  ['questionNotReady', { fixedQuestions: [{ ...single, isReady: false }, short] }, '有 1 道题目未通过检查或已停用'],
  ['zeroScore', { fixedQuestions: [{ ...single, scoreHundredths: 0 }, short], sumScoreHundredths: 800 }, '有 1 道题目的分值为 0'],
  ['zeroScore', { drawRules: [{ ...drawn, scoreHundredths: 0 }], sumScoreHundredths: 800 }, '规则1的每题分值为 0'],
  ['sumMismatch', { sumScoreHundredths: 10_050 }, '设置的总分为 100.5 分，题目分值合计为 10 分'],
  ['passAboveTotal', { passScoreHundredths: 1001 }, '及格分 10.01 分高于总分 10 分'],
  ['reviewerMissing', { reviewers: [] }, '试卷包含需要人工阅卷的问答题，请设置阅卷人'],
  [
    'reviewerMissing',
    {
      fixedQuestions: [single, { ...short, type: 4 }],
      drawRules: [{ ...drawn, types: [1, 6], needsMarker: true }],
      reviewers: [],
    },
    '试卷包含需要人工阅卷的填空题、问答题，请设置阅卷人',
  ],
  [
    'reviewerWithoutEmail',
    { reviewers: [{ name: '演示乙', email: null, isCandidate: false }] },
    '阅卷人演示乙没有邮箱，无法接收阅卷通知',
  ],
  [
    'programmingQuestion',
    { fixedQuestions: [single, { ...short, type: 5, needsMarker: false }] },
    '编程题的自动判题尚未开放，请从试卷中移除 1 道编程题',
  ],
  [
    'programmingQuestion',
    { drawRules: [{ ...drawn, mayBeProgramming: true }] },
    '编程题的自动判题尚未开放，规则1可能抽到编程题，请在规则的题型中排除编程题',
  ],
  ['noCandidates', { candidates: { ...candidates, count: 0 } }, '还没有添加考生'],
  [
    'outsideClosed',
    { candidates: { ...candidates, outsideCount: 2 } },
    '名单中有 2 名外部考生，但本场考试不对外开放；请修改“外部考生参加方式”，或移除他们',
  ],
  ['passwordMissing', { settings: byPassword, hasLink: true }, '外部考生凭链接和密码参加，请设置考试密码'],
])('%s blocks', (code, more, message) => {
  const found = publishChecks({ ...sound, ...more }, now)
  expect(found.filter(({ level }) => level === 'blocking').map((one) => [one.code, one.message])).toEqual([[code, message]])
  expect(mayPublish(found)).toBe(false)
})

test.each<[string, Partial<PublishDraft>]>([
  ['startInPast', { openAt: at('07:00:00') }],
  ['viewsEarly', { settings: { ...defaultExamSettings, permitViewEarly: true } }],
  ['noLimit', { limitMinutes: 0 }],
  ['recordingStorage', { settings: { ...defaultExamSettings, permitFaceRecord: true } }],
  ['ruleEmpty', { drawRules: [{ ...drawn, count: 0 }], sumScoreHundredths: 800 }],
  ['noPassScore', { passScoreHundredths: null }],
  ['overlappingExams', { candidates: { ...candidates, overlappingCount: 3 } }],
  ['phoneMissing', { candidates: { ...candidates, withoutPhoneCount: 3 } }],
  ['emailMissing', { candidates: { ...candidates, withoutEmailCount: 3 } }],
  ['linkMissing', { settings: byLink }],
  ['reviewersSitThemselves', { reviewers: [{ name: '演示甲', email: 'a@example.com', isCandidate: true }] }],
])('%s warns', (code, more) => {
  const found = publishChecks({ ...sound, ...more }, now)
  expect(found.map((one) => [one.code, one.level])).toEqual([[code, 'warning']])
  expect(mayPublish(found)).toBe(true)
})

test('an exam for everyone needs no list, and notices not sent need no address', () => {
  expect(publishChecks({ ...sound, candidates: { ...candidates, count: 0, isOpenToEveryone: true } }, now)).toEqual([])
  const quiet = {
    ...sound,
    notices: { usesSms: false, usesEmail: false },
    candidates: { ...candidates, withoutPhoneCount: 3, withoutEmailCount: 3 },
  }
  expect(publishChecks(quiet, now)).toEqual([])
})

test('outside candidates are welcome where the exam says so', () => {
  const outside = { ...candidates, outsideCount: 2 }
  for (const settings of [byLink, { ...byPassword, password: 'kaoshi88' }])
    expect(publishChecks({ ...sound, settings, hasLink: true, candidates: outside }, now)).toEqual([])
})

test('what blocks is told before what warns', () => {
  const found = publishChecks({ ...sound, openAt: at('07:00:00'), candidates: { ...candidates, count: 0 } }, now)
  expect(found.map(({ code }) => code)).toEqual(['noCandidates', 'startInPast'])
})

test.each([
  [
    'both films of 2,000 for an hour',
    { permitScreenRecord: true, permitFaceRecord: true },
    2000,
    60,
    '180.0 GB，考试期间上传约 50.0 MB/s',
  ],
  ['the screen of one for an hour', { permitScreenRecord: true }, 1, 60, '54 MB，考试期间上传约 0.0 MB/s'],
  ['the camera of one for an hour', { permitFaceRecord: true }, 1, 60, '36 MB，考试期间上传约 0.0 MB/s'],
  ['the phone of 100 for half an hour', { permitSecondView: true }, 100, 30, '1.8 GB，考试期间上传约 1.0 MB/s'],
])('the forecast of %s', (_, more, count, limitMinutes, text) => {
  const settings = { ...defaultExamSettings, ...more }
  const found = publishChecks({ ...sound, limitMinutes, settings, candidates: { ...candidates, count } }, now)
  expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(text)])
})
