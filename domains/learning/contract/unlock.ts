/** How the tasks of a course or project follow each other. */
export type Order =
  /** Each may be begun at any time. */
  | 'free'
  /** A task waits for the required ones before it, across the borders of chapters. */
  | 'tasks'
  /** A chapter or stage waits for the required tasks of those before it. */
  | 'groups'

/** What one chapter, stage or task waits for beside the order. Days count from the enrolment. `from` is included, `until` is not. */
export type Condition =
  | { readonly kind: 'from'; readonly at: Date }
  | { readonly kind: 'until'; readonly at: Date }
  | { readonly kind: 'fromDay'; readonly days: number }
  | { readonly kind: 'untilDay'; readonly days: number }
  /** Of the paper that was drawn; without a score, passed as the task itself says. */
  | { readonly kind: 'passed'; readonly taskId: string; readonly scoreHundredths?: number }
  | { readonly kind: 'byHand' }

export interface TaskNode {
  readonly id: string
  /** The task that it makes up for: it does not wait for that one. */
  readonly makesUpTaskId?: string | null
  readonly title: string
  /** It can be failed. What is no test is completed, not passed. */
  readonly isTest?: boolean
  readonly isRequired: boolean
  readonly conditions: readonly Condition[]
}

export interface GroupNode {
  readonly id: string
  readonly title: string
  readonly conditions: readonly Condition[]
  readonly tasks: readonly TaskNode[]
}

export interface UnlockTree {
  readonly order: Order
  readonly groups: readonly GroupNode[]
}

export interface TaskStanding {
  readonly isBegun: boolean
  /** Done or exempted. */
  readonly isComplete: boolean
  readonly isPassed: boolean
  readonly scoreHundredths: number | null
}

/** How one person stands. A task without an entry was not begun. */
export interface Standing {
  readonly enrolledAt: Date
  readonly tasks: ReadonlyMap<string, TaskStanding>
  /** Chapters, stages and tasks that somebody opened for this person. */
  readonly openedByHand: ReadonlySet<string>
}

export type LockReason =
  | { readonly kind: 'before'; readonly taskId: string; readonly title: string }
  | { readonly kind: 'notPassed'; readonly taskId: string; readonly title: string; readonly scoreHundredths: number | null }
  | { readonly kind: 'notYet'; readonly at: Date }
  | { readonly kind: 'over'; readonly at: Date }
  | { readonly kind: 'byHand' }

export type Lock =
  | { readonly isOpen: true }
  /** `opensAt` where nothing but time is missing. */
  | { readonly isOpen: false; readonly reasons: readonly LockReason[]; readonly opensAt: Date | null }

const open: Lock = { isOpen: true }
const dayMs = 86_400_000

/**
 * Whether each chapter or stage and each task is open to somebody, by its id, and if not, why. A group's lock locks its tasks; what was
 * begun or completed stays open whatever is locked later; optional tasks hold nobody up.
 */
export function unlockOf(tree: UnlockTree, standing: Standing, now: Date): ReadonlyMap<string, Lock> {
  const tasks = tasksIn(tree)
  const ownReasons = (node: GroupNode | TaskNode) =>
    node.conditions.length === 0 ? [] : node.conditions.flatMap((one) => reasonOf(one, { standing, now, tasks }))
  const locks = new Map<string, Lock>()
  // The first required task that is owed and so holds up what comes after it.
  let owed: LockReason[] = []
  for (const group of tree.groups) {
    const isGroupOpened = standing.openedByHand.has(group.id)
    const ofGroup = isGroupOpened ? [] : [...(tree.order === 'groups' ? owed : []), ...ownReasons(group)]
    const lockOfGroup = lockOf(ofGroup)
    let held = tree.order === 'tasks' ? [...ofGroup, ...owed] : ofGroup
    // Most tasks wait for nothing of their own: one lock for all of them.
    let usual = lockOf(held)
    const lockOfTask = (task: TaskNode) => {
      if (isEntered(task, standing) || standing.openedByHand.has(task.id)) return open
      if (task.conditions.length === 0 && !task.makesUpTaskId) return usual
      return lockOf([...withoutOriginal(task, held), ...ownReasons(task)])
    }
    let isOpenInside = false
    for (const task of group.tasks) {
      const lock = lockOfTask(task)
      locks.set(task.id, lock)
      isOpenInside ||= lock.isOpen
      if (tree.order !== 'tasks' || owed.length > 0 || !isOwed(task, standing)) continue
      owed = [before(task)]
      held = [...ofGroup, ...owed]
      usual = lockOf(held)
    }
    if (tree.order === 'groups' && owed.length === 0)
      owed = group.tasks
        .filter((task) => isOwed(task, standing))
        .slice(0, 1)
        .map(before)
    locks.set(group.id, isOpenInside ? open : lockOfGroup)
  }
  return locks
}

/** Until when tasks that nobody holds up may be begun, by their ids: of those that close at some time. What was begun or opened by hand does not close. */
export function beginUntilOf(tree: UnlockTree, standing: Standing): ReadonlyMap<string, Date> {
  const { openedByHand, enrolledAt } = standing
  const endsOf = ({ id, conditions }: GroupNode | TaskNode) =>
    openedByHand.has(id) ? [] : conditions.flatMap((one) => (isEnd(one) ? [instantOf(one, enrolledAt).getTime()] : []))
  const found = new Map<string, Date>()
  for (const group of tree.groups) {
    const ofGroup = endsOf(group)
    for (const task of group.tasks) {
      if (ofGroup.length + task.conditions.length === 0) continue
      const ends = isEntered(task, standing) || openedByHand.has(task.id) ? [] : [...ofGroup, ...endsOf(task)]
      if (ends.length > 0) found.set(task.id, new Date(Math.min(...ends)))
    }
  }
  return found
}

/** Trees stay in memory for everybody who learns by them. */
const tasksOfTrees = new WeakMap<UnlockTree, ReadonlyMap<string, TaskNode>>()

function tasksIn(tree: UnlockTree): ReadonlyMap<string, TaskNode> {
  const tasks = tasksOfTrees.get(tree) ?? new Map(tree.groups.flatMap((group) => group.tasks).map((task) => [task.id, task]))
  tasksOfTrees.set(tree, tasks)
  return tasks
}

/** What was failed and is made up for holds up what comes behind it, not what makes up for it. */
const withoutOriginal = ({ makesUpTaskId }: TaskNode, reasons: readonly LockReason[]) =>
  reasons.filter((reason) => reason.kind !== 'before' || reason.taskId !== makesUpTaskId)

const before = ({ id, title }: TaskNode): LockReason => ({ kind: 'before', taskId: id, title })
const isEntered = ({ id }: TaskNode, { tasks }: Standing) => {
  const at = tasks.get(id)
  return at !== undefined && (at.isBegun || at.isComplete)
}
const isOwed = (task: TaskNode, standing: Standing) => task.isRequired && !standing.tasks.get(task.id)?.isComplete

function lockOf(all: readonly LockReason[]): Lock {
  if (all.length === 0) return open
  const reasons = all.length === 1 ? all : all.filter(isSaidFirst)
  const dates = reasons.flatMap((reason) => (reason.kind === 'notYet' ? [reason.at.getTime()] : []))
  return { isOpen: false, reasons, opensAt: dates.length === reasons.length ? new Date(Math.max(...dates)) : null }
}

/** A task that holds somebody up by the order and by a condition is named once. */
function isSaidFirst(reason: LockReason, place: number, all: readonly LockReason[]): boolean {
  if (reason.kind !== 'before') return true
  return all.findIndex((one) => one.kind === 'before' && one.taskId === reason.taskId) === place
}

interface Seen {
  readonly standing: Standing
  readonly now: Date
  readonly tasks: ReadonlyMap<string, TaskNode>
}

function reasonOf(condition: Condition, seen: Seen): LockReason[] {
  if (condition.kind === 'byHand') return [{ kind: 'byHand' }]
  if (condition.kind === 'passed') return passedReason(condition, seen)
  const { standing, now } = seen
  const at = instantOf(condition, standing.enrolledAt)
  if (!isEnd(condition)) return now < at ? [{ kind: 'notYet', at }] : []
  return now < at ? [] : [{ kind: 'over', at }]
}

type Timed = Extract<Condition, { kind: 'from' | 'until' | 'fromDay' | 'untilDay' }>
type End = Extract<Condition, { kind: 'until' | 'untilDay' }>

const isEnd = (condition: Condition): condition is End => condition.kind === 'until' || condition.kind === 'untilDay'

const instantOf = (condition: Timed, enrolledAt: Date): Date =>
  'at' in condition ? condition.at : new Date(enrolledAt.getTime() + condition.days * dayMs)

/** A task that is no longer there holds nobody up. */
function passedReason(
  { taskId, scoreHundredths }: Extract<Condition, { kind: 'passed' }>,
  { standing, tasks }: Seen,
): LockReason[] {
  const task = tasks.get(taskId)
  const at = standing.tasks.get(taskId)
  if (!task) return []
  const isMet = scoreHundredths === undefined ? at?.isPassed : (at?.scoreHundredths ?? -1) >= scoreHundredths
  if (isMet) return []
  if (!task.isTest && scoreHundredths === undefined) return [before(task)]
  return [{ kind: 'notPassed', taskId, title: task.title, scoreHundredths: scoreHundredths ?? null }]
}

/** For people: what is missing. `timeOf` writes an instant by the company's clocks. */
export function wordsOfLock(reason: LockReason, timeOf: (at: Date) => string): string {
  if (reason.kind === 'before') return `需先完成“${reason.title}”`
  if (reason.kind === 'notYet') return `${timeOf(reason.at)} 开放`
  if (reason.kind === 'over') return `已于 ${timeOf(reason.at)} 截止`
  if (reason.kind === 'byHand') return '等待管理员开放'
  const least = reason.scoreHundredths === null ? '' : `（至少 ${reason.scoreHundredths / 100} 分）`
  return `需先通过“${reason.title}”${least}`
}
