/**
 * What a candidate may see of a finished attempt, and why not the rest. Payloads are built from the answer: a hidden
 * aspect is not sent. File addresses and exports for candidates ask here too.
 */
export const reviewAspects = ['marks', 'attempt', 'correctness', 'rightAnswer', 'analysis'] as const
export type ReviewAspect = (typeof reviewAspects)[number]

export const reviewAspectLabels: Record<ReviewAspect, string> = {
  marks: '成绩',
  attempt: '答题详情',
  correctness: '对错',
  rightAnswer: '正确答案',
  analysis: '答案解析',
}

export type ReviewQuestion = {
  now: Date
  permits: {
    permitQueryScore: boolean
    permitViewDetail: boolean
    permitViewAnswer: boolean
    permitViewAnalysis: boolean
    /** [start, end], either open; null means at any time */
    permitViewTime: { start: Date | null; end: Date | null } | null
  }
  attempt: { isClosed: boolean; isVoided: boolean; hasUnmarked: boolean; isPublished: boolean }
  /** When the last sitting ends, makeups and extended candidates included; null: somebody may always still sit. */
  lastSittingEndsAt: Date | null
  /** An organiser has confirmed showing answers before that. */
  mayShowBeforeLastSitting: boolean
  /** Practice shows what it permits at once. */
  isPractice: boolean
}

export type HiddenReason =
  | 'notSubmitted'
  | 'voided'
  | 'notPermitted'
  | 'beforeViewTime'
  | 'afterViewTime'
  | 'inMarking'
  | 'notPublished'
  | 'scoreHidden'
  | 'detailHidden'
  | 'otherSittings'

export const hiddenReasonTexts: Record<HiddenReason, string> = {
  notSubmitted: '交卷后才能查看',
  voided: '本次考试已作废',
  notPermitted: '本场考试不允许查看',
  beforeViewTime: '未到允许查看的时间',
  afterViewTime: '已超过允许查看的时间',
  inMarking: '阅卷中',
  notPublished: '成绩尚未发布',
  scoreHidden: '成绩不可查看时不显示对错',
  detailHidden: '答题详情不可查看',
  otherSittings: '本场考试全部结束后才能查看',
}

export type Visibility = { visible: ReadonlySet<ReviewAspect>; hidden: Partial<Record<ReviewAspect, HiddenReason>> }

/** Every aspect is either in `visible` or has its reason in `hidden`. */
export function visibleAspects(question: ReviewQuestion): Visibility {
  const general = reasonForAll(question)
  const others = isAnybodyLeft(question) ? 'otherSittings' : undefined
  const marks = general ?? reasonForMarks(question, others)
  const attempt = general ?? (question.permits.permitViewDetail ? others : 'notPermitted')
  // Hiding the score and showing what was right would only ask the candidate to add up.
  const correctness = attempt ?? (marks === 'notPermitted' ? 'scoreHidden' : marks)
  const rightAnswer = reasonForKey(question.permits.permitViewAnswer, attempt)
  const analysis = reasonForKey(question.permits.permitViewAnalysis, attempt)
  const hidden: Partial<Record<ReviewAspect, HiddenReason>> = {}
  const visible = new Set<ReviewAspect>()
  const reasons = { marks, attempt, correctness, rightAnswer, analysis }
  for (const aspect of reviewAspects) {
    const reason = reasons[aspect]
    if (reason === undefined) visible.add(aspect)
    else hidden[aspect] = reason
  }
  return { visible, hidden }
}

/** The total as shown: the points, 阅卷中 while a question is unmarked, or null when it is hidden. */
export function shownTotal({ visible, hidden }: Visibility, totalHundredths: number): string | null {
  if (visible.has('marks')) return String(totalHundredths / 100)
  return hidden.marks === 'inMarking' ? hiddenReasonTexts.inMarking : null
}

function reasonForAll({ attempt, permits, now, isPractice }: ReviewQuestion): HiddenReason | undefined {
  if (attempt.isVoided) return 'voided'
  if (!attempt.isClosed) return 'notSubmitted'
  if (isPractice || permits.permitViewTime === null) return undefined
  const { start, end } = permits.permitViewTime
  if (start !== null && now < start) return 'beforeViewTime'
  return end !== null && now > end ? 'afterViewTime' : undefined
}

/** Questions, right and wrong, and marks serve whoever sits later: nothing of them before the last sitting is over (complaint 11). */
function isAnybodyLeft({ now, lastSittingEndsAt, mayShowBeforeLastSitting, isPractice }: ReviewQuestion): boolean {
  if (isPractice || mayShowBeforeLastSitting) return false
  return lastSittingEndsAt === null || now <= lastSittingEndsAt
}

function reasonForMarks(
  { permits, attempt, isPractice }: ReviewQuestion,
  others: HiddenReason | undefined,
): HiddenReason | undefined {
  if (!permits.permitQueryScore) return 'notPermitted'
  if (others) return others
  if (attempt.hasUnmarked) return 'inMarking'
  return attempt.isPublished || isPractice ? undefined : 'notPublished'
}

function reasonForKey(isPermitted: boolean, attempt: HiddenReason | undefined): HiddenReason | undefined {
  if (isPermitted) return attempt === 'notPermitted' ? 'detailHidden' : attempt
  return attempt === undefined || attempt === 'otherSittings' ? 'notPermitted' : attempt
}
