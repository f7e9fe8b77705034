import { coursewareType } from '@kaopei/courseware/contract/codes'
import { formatInstant } from '@kaopei/web'
import { type CoursewareRule, coursewareRule, isTest, practiceRule, type StoredCondition } from '../../contract/outline.ts'

export const orderOptions = [
  { value: 'free', label: '自由学习', hint: '任务可按任意顺序学习' },
  { value: 'tasks', label: '按任务顺序', hint: '前面的必修任务完成后，才开放后面的任务（跨章节）' },
  { value: 'groups', label: '按章节顺序', hint: '前面各章的必修任务完成后，才开放下一章' },
] as const

interface NamedTask {
  readonly id: string
  readonly kind: string
  readonly title: string
}

/** What a task or chapter waits for, in words; `tasks` are those of the whole outline. */
export function wordsOfCondition(condition: StoredCondition, tasks: readonly NamedTask[]): string {
  switch (condition.kind) {
    case 'from':
      return `${formatInstant(condition.at)} 起开放`
    case 'until':
      return `${formatInstant(condition.at)} 截止`
    case 'fromDay':
      return `加入 ${condition.days} 天后开放`
    case 'untilDay':
      return `加入 ${condition.days} 天后截止`
    case 'byHand':
      return '由管理员开放'
    case 'passed': {
      const least = condition.scoreHundredths === undefined ? '' : `（至少 ${condition.scoreHundredths / 100} 分）`
      const task = tasks.find(({ id }) => id === condition.taskId)
      const deed = !task || isTest(task.kind) || least !== '' ? '通过' : '完成'
      return `需先${deed}“${task?.title ?? '已删除的任务'}”${least}`
    }
  }
}

/** What completes a task, in words; of a courseware by its type. */
export function wordsOfRule(kind: string, rule: unknown, type: number | null = null): string {
  const given: Record<string, unknown> = typeof rule === 'object' && rule !== null ? Object.fromEntries(Object.entries(rule)) : {}
  if (kind === 'practice') return wordsOfPractice(given)
  if (kind === 'exam') return given.needs === 'handedIn' ? '交卷即完成' : wordsOfPass(given.passScoreHundredths)
  if (kind === 'article') return `阅读 ${Number(given.seconds ?? 5)} 秒`
  if (kind === 'link') return '打开即完成'
  if (kind === 'questionnaire') return '提交即完成'
  const parsed = coursewareRule.safeParse(rule)
  return parsed.success ? wordsOfCourseware(parsed.data, type) : ''
}

function wordsOfCourseware({ percent, secondsPerPage, pagePercent, noSkip }: CoursewareRule, type: number | null): string {
  const share = pagePercent === 100 ? '' : `，完成 ${pagePercent}%`
  switch (type) {
    case coursewareType.video:
      return `看完 ${percent}%${noSkip ? '，不可拖动' : ''}`
    case coursewareType.audio:
      return `听完 ${percent}%`
    case coursewareType.document:
      return `每页 ${secondsPerPage} 秒${share}`
    case coursewareType.microCourse:
      return `每节 ${secondsPerPage} 秒${share}，视频看完 ${percent}%`
    case coursewareType.image:
      return `查看 ${secondsPerPage} 秒`
    case coursewareType.package:
      return '学完各节'
    default:
      return ''
  }
}

function wordsOfPractice(rule: Record<string, unknown>): string {
  const { answeredPercent, accuracyPercent } = practiceRule.safeParse(rule).data ?? practiceRule.parse({})
  const answered = answeredPercent === 100 ? '完成一轮' : `完成 ${answeredPercent}%`
  return accuracyPercent === null ? answered : `${answered}，正确率至少 ${accuracyPercent}%`
}

const wordsOfPass = (score: unknown) => (typeof score === 'number' ? `至少 ${score / 100} 分` : '考试合格')
