/** When people are reminded of a course, and how each rule reads. */

export const reminderKinds = ['before', 'due', 'after', 'unbegun'] as const
export type ReminderKind = (typeof reminderKinds)[number]

export interface ReminderRule {
  readonly kind: ReminderKind
  /** 0 of `due`. */
  readonly days: number
}

/** A rule as it is kept with whoever was reminded by it: `before:3`. */
export const keyOfRule = ({ kind, days }: ReminderRule): string => `${kind}:${days}`

/** By hand at most once on a day of the company's clocks, `yyyy-MM-dd`. */
export const keyOfDay = (day: string): string => `hand:${day}`

const words: Readonly<Record<ReminderKind, (days: number) => string>> = {
  before: (days) => `截止前 ${days} 天`,
  due: () => '到达截止时间',
  after: (days) => `逾期 ${days} 天`,
  unbegun: (days) => `加入 ${days} 天仍未开始`,
}

export function wordsOfReminder(key: string): string {
  const [name, days] = key.split(':')
  const kind = reminderKinds.find((one) => one === name)
  return kind ? words[kind](Number(days)) : '手动催学'
}

interface Ladder {
  readonly beforeDays: readonly number[]
  readonly isAtDue: boolean
  readonly afterDays: readonly number[]
  readonly unbegunDays: readonly number[]
}

/** The rules as a form has them. */
export function ladderOf(rules: readonly ReminderRule[]) {
  const daysOf = (kind: ReminderRule['kind']) => rules.flatMap((rule) => (rule.kind === kind ? [rule.days] : []))
  return {
    beforeDays: daysOf('before'),
    isAtDue: daysOf('due').length > 0,
    afterDays: daysOf('after'),
    unbegunDays: daysOf('unbegun'),
  }
}

/** And back. */
export function rulesOf({ beforeDays, isAtDue, afterDays, unbegunDays }: Ladder): ReminderRule[] {
  return [
    ...beforeDays.map((days) => ({ kind: 'before', days }) as const),
    ...(isAtDue ? [{ kind: 'due', days: 0 } as const] : []),
    ...afterDays.map((days) => ({ kind: 'after', days }) as const),
    ...unbegunDays.map((days) => ({ kind: 'unbegun', days }) as const),
  ]
}
