/**
 * What stands against publishing an exam. Blocking faults must be put right; warnings want a look.
 * The same list is shown in the wizard and checked again by the server in the publishing transaction.
 */
import {
  programmingReason,
  type QuestionType,
  questionType,
  questionTypeLabels,
  questionTypeOrder,
} from '@kaopei/question/contract/content'
import { type ExamSettings, isByLink, outerParticipationMode } from '../../contract/exam-settings.ts'
import { kilobitsPerSecondOf, type RecordingFlag, recordingMegabytes } from '../../contract/recording-rates.ts'

export type PublishDraft = {
  name: string
  openAt: Date | null
  closeAt: Date | null
  limitMinutes: number
  forceCommitTime: number
  /** Total typed by the author; null when it is derived. */
  sumScoreHundredths: number | null
  passScoreHundredths: number | null
  fixedQuestions: readonly { type: QuestionType; scoreHundredths: number; needsMarker: boolean; isReady: boolean }[]
  drawRules: readonly {
    label: string
    count: number
    scoreHundredths: number
    types: readonly QuestionType[]
    needsMarker: boolean
    /** Among what it may draw are questions that nothing can judge. */
    mayBeProgramming: boolean
  }[]
  drawViolations: readonly { readonly message: string }[]
  /** `isCandidate`: sits the exam too; nobody marks their own paper. */
  reviewers: readonly { name: string; email: string | null; isCandidate: boolean }[]
  candidates: {
    count: number
    isOpenToEveryone: boolean
    /** People who sit another exam in the same window. */
    overlappingCount: number
    /** People without the address that a chosen notice needs. */
    withoutPhoneCount: number
    withoutEmailCount: number
    /** People from outside the company. */
    outsideCount: number
  }
  notices: { usesSms: boolean; usesEmail: boolean }
  viewTime: { start: Date | null; end: Date | null } | null
  /** Links by which people from outside may come in. */
  hasLink: boolean
  settings: Pick<
    ExamSettings,
    RecordingFlag | 'outerParticipationMode' | 'password' | 'permitViewEarly' | 'permitQueryScore' | 'permitViewDetail'
  >
}

export type PublishLevel = 'blocking' | 'warning'

/** `step` is the wizard's step that puts it right. */
export type PublishFinding = {
  code: string
  level: PublishLevel
  step: 'base' | 'questions' | 'rules' | 'people'
  message: string
}

/** Blocking findings first. */
export function publishChecks(draft: PublishDraft, now: Date): PublishFinding[] {
  const found = [
    ...checkTimes(draft, now),
    ...checkPaper(draft),
    ...checkScores(draft),
    ...checkReviewers(draft),
    ...checkCandidates(draft),
    ...checkViews(draft),
    ...checkOutside(draft),
    ...checkStorage(draft),
  ]
  return [...found.filter(({ level }) => level === 'blocking'), ...found.filter(({ level }) => level === 'warning')]
}

export function mayPublish(findings: readonly PublishFinding[]): boolean {
  return findings.every(({ level }) => level !== 'blocking')
}

/** The derived total: fixed questions and what every draw adds (integers of 0.01 point). */
export function paperScoreHundredths({ fixedQuestions, drawRules }: Pick<PublishDraft, 'fixedQuestions' | 'drawRules'>): number {
  const fixed = fixedQuestions.reduce((sum, { scoreHundredths }) => sum + scoreHundredths, 0)
  return drawRules.reduce((sum, { count, scoreHundredths }) => sum + count * scoreHundredths, fixed)
}

function checkTimes(
  { name, openAt, closeAt, limitMinutes, forceCommitTime, viewTime }: PublishDraft,
  now: Date,
): PublishFinding[] {
  const found: PublishFinding[] = []
  if (name.trim() === '') found.push(blocking('nameMissing', 'base', '请填写考试名称'))
  if (openAt === null || closeAt === null) found.push(blocking('windowMissing', 'base', '请设置考试的开始时间和结束时间'))
  else {
    const windowMinutes = (closeAt.getTime() - openAt.getTime()) / 60_000
    if (windowMinutes <= 0) found.push(blocking('windowInverted', 'base', '考试结束时间必须晚于开始时间'))
    else if (windowMinutes < limitMinutes)
      found.push(
        blocking('windowTooShort', 'base', `考试时间段只有 ${Math.floor(windowMinutes)} 分钟，短于答题时长 ${limitMinutes} 分钟`),
      )
    if (closeAt <= now) found.push(blocking('endInPast', 'base', '考试结束时间已过'))
    else if (openAt < now) found.push(warning('startInPast', 'base', '考试开始时间已过，发布后考生可立即参加'))
  }
  if (limitMinutes === 0) found.push(warning('noLimit', 'base', '未设置答题时长，考生可作答到考试结束'))
  if (limitMinutes > 0 && forceCommitTime >= limitMinutes)
    found.push(blocking('forceCommitTooLong', 'rules', `限制交卷时间 ${forceCommitTime} 分钟不短于答题时长 ${limitMinutes} 分钟`))
  if (viewTime?.start && viewTime.end && viewTime.end <= viewTime.start)
    found.push(blocking('viewTimeInverted', 'rules', '查看时间的结束必须晚于开始'))
  return found
}

function checkPaper({ fixedQuestions, drawRules, drawViolations }: PublishDraft): PublishFinding[] {
  const found: PublishFinding[] = []
  const drawn = drawRules.reduce((sum, { count }) => sum + count, 0)
  if (fixedQuestions.length + drawn === 0) found.push(blocking('paperEmpty', 'questions', '试卷中没有题目'))
  for (const { label } of drawRules.filter(({ count }) => count === 0))
    found.push(warning('ruleEmpty', 'questions', `${label}的抽题数为 0`))
  for (const { message } of drawViolations) found.push(blocking('drawInfeasible', 'questions', message))
  const unready = fixedQuestions.filter(({ isReady }) => !isReady).length
  if (unready > 0) found.push(blocking('questionNotReady', 'questions', `有 ${unready} 道题目未通过检查或已停用`))
  found.push(...checkProgramming(fixedQuestions, drawRules))
  return found
}

/** Nothing runs programs yet: such a paper would wait for its scores for ever. */
function checkProgramming(
  fixedQuestions: PublishDraft['fixedQuestions'],
  drawRules: PublishDraft['drawRules'],
): PublishFinding[] {
  const fixed = fixedQuestions.filter(({ type }) => type === questionType.programming).length
  const found = fixed > 0 ? [programming(`请从试卷中移除 ${fixed} 道编程题`)] : []
  const drawn = drawRules.filter(({ count, mayBeProgramming }) => count > 0 && mayBeProgramming)
  return [...found, ...drawn.map(({ label }) => programming(`${label}可能抽到编程题，请在规则的题型中排除编程题`))]
}

function programming(toDo: string): PublishFinding {
  return blocking('programmingQuestion', 'questions', `${programmingReason}，${toDo}`)
}

function checkScores(draft: PublishDraft): PublishFinding[] {
  const { fixedQuestions, drawRules, sumScoreHundredths, passScoreHundredths } = draft
  const found: PublishFinding[] = []
  const zero = fixedQuestions.filter(({ scoreHundredths }) => scoreHundredths <= 0).length
  if (zero > 0) found.push(blocking('zeroScore', 'questions', `有 ${zero} 道题目的分值为 0`))
  for (const { label } of drawRules.filter(({ count, scoreHundredths }) => count > 0 && scoreHundredths <= 0))
    found.push(blocking('zeroScore', 'questions', `${label}的每题分值为 0`))
  const total = paperScoreHundredths(draft)
  if (sumScoreHundredths !== null && sumScoreHundredths !== total)
    found.push(
      blocking('sumMismatch', 'questions', `设置的总分为 ${points(sumScoreHundredths)} 分，题目分值合计为 ${points(total)} 分`),
    )
  if (passScoreHundredths !== null && passScoreHundredths > total)
    found.push(blocking('passAboveTotal', 'base', `及格分 ${points(passScoreHundredths)} 分高于总分 ${points(total)} 分`))
  if (passScoreHundredths === null || passScoreHundredths === 0)
    found.push(warning('noPassScore', 'base', '未设置及格分，所有交卷考生均视为通过'))
  return found
}

function checkReviewers({ fixedQuestions, drawRules, reviewers }: PublishDraft): PublishFinding[] {
  const found: PublishFinding[] = []
  const types = new Set([
    ...fixedQuestions.filter(({ needsMarker }) => needsMarker).map(({ type }) => type),
    ...drawRules.filter(({ needsMarker, count }) => needsMarker && count > 0).flatMap((rule) => markedTypes(rule.types)),
  ])
  if (types.size > 0 && reviewers.length === 0) {
    const names = questionTypeOrder.filter((type) => types.has(type)).map((type) => questionTypeLabels[type])
    found.push(blocking('reviewerMissing', 'rules', `试卷包含需要人工阅卷的${names.join('、')}，请设置阅卷人`))
  }
  for (const { name } of reviewers.filter(({ email }) => email === null || email.trim() === ''))
    found.push(blocking('reviewerWithoutEmail', 'rules', `阅卷人${name}没有邮箱，无法接收阅卷通知`))
  const [only, ...others] = reviewers
  if (types.size > 0 && only && reviewers.every(({ isCandidate }) => isCandidate))
    found.push(
      warning(
        'reviewersSitThemselves',
        'rules',
        others.length === 0
          ? `唯一的阅卷人${only.name}也是考生，本人的答卷不能由本人批阅，请再添加阅卷人`
          : '所有阅卷人都是本场考试的考生，本人的答卷只能由其他阅卷人批阅，请确认或添加不参加考试的阅卷人',
      ),
    )
  return found
}

function checkViews({ settings }: PublishDraft): PublishFinding[] {
  const { permitViewEarly, permitQueryScore, permitViewDetail } = settings
  if (!permitViewEarly || !(permitQueryScore || permitViewDetail)) return []
  const message = '已开启“允许提前查看”：其他考生尚未考完时，已交卷的考生就能看到试题、对错或成绩，请确认不会泄题'
  return [warning('viewsEarly', 'rules', message)]
}

/** A rule that names no types, or one with blanks marked by hand, may bring these. */
function markedTypes(types: readonly QuestionType[]): QuestionType[] {
  const marked = types.filter((type) => type === questionType.short || type === questionType.blank)
  return marked.length > 0 ? marked : [questionType.short]
}

function checkCandidates({ candidates, notices }: PublishDraft): PublishFinding[] {
  const { count, isOpenToEveryone, overlappingCount, withoutPhoneCount, withoutEmailCount } = candidates
  const found: PublishFinding[] = []
  if (count === 0 && !isOpenToEveryone) found.push(blocking('noCandidates', 'people', '还没有添加考生'))
  if (overlappingCount > 0)
    found.push(warning('overlappingExams', 'people', `有 ${overlappingCount} 名考生在同一时间段还有其他考试`))
  if (notices.usesSms && withoutPhoneCount > 0)
    found.push(warning('phoneMissing', 'people', `有 ${withoutPhoneCount} 名考生没有手机号，收不到短信通知`))
  if (notices.usesEmail && withoutEmailCount > 0)
    found.push(warning('emailMissing', 'people', `有 ${withoutEmailCount} 名考生没有邮箱，收不到邮件通知`))
  return found
}

function checkOutside({ candidates: { outsideCount }, settings, hasLink }: PublishDraft): PublishFinding[] {
  const { outerParticipationMode: mode, password } = settings
  if (mode === outerParticipationMode.none && outsideCount > 0)
    return [
      blocking(
        'outsideClosed',
        'rules',
        `名单中有 ${outsideCount} 名外部考生，但本场考试不对外开放；请修改“外部考生参加方式”，或移除他们`,
      ),
    ]
  const found: PublishFinding[] = []
  if (mode === outerParticipationMode.byLinkWithPassword && password === '')
    found.push(blocking('passwordMissing', 'rules', '外部考生凭链接和密码参加，请设置考试密码'))
  if (isByLink(mode) && !hasLink) found.push(warning('linkMissing', 'people', '外部考生凭链接参加，但还没有有效的参加链接'))
  return found
}

/** Films take room and network: whoever publishes knows how much before the day. */
function checkStorage({ settings, limitMinutes, openAt, closeAt, candidates: { count } }: PublishDraft): PublishFinding[] {
  if (count === 0 || !(settings.permitScreenRecord || settings.permitFaceRecord || settings.permitSecondView)) return []
  const rate = kilobitsPerSecondOf(settings)
  const minutes = limitMinutes > 0 ? limitMinutes : openAt && closeAt ? (closeAt.getTime() - openAt.getTime()) / 60_000 : 60
  const megabytes = recordingMegabytes(rate, minutes, count)
  const size = megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${Math.ceil(megabytes)} MB`
  const load = ((rate * count) / 8000).toFixed(1)
  const message = `监考录像预计占用存储 ${size}，考试期间上传约 ${load} MB/s（${count} 名考生，每人 ${Math.ceil(minutes)} 分钟，${rate} kbit/s），请确认空间与带宽充足`
  return [warning('recordingStorage', 'rules', message)]
}

function points(hundredths: number): string {
  return String(hundredths / 100)
}

function blocking(code: string, step: PublishFinding['step'], message: string): PublishFinding {
  return { code, level: 'blocking', step, message }
}

function warning(code: string, step: PublishFinding['step'], message: string): PublishFinding {
  return { code, level: 'warning', step, message }
}
